/* Forms that send requests. The code above a form shows the same request. */
const tryForms = [...document.querySelectorAll('[data-try] form')].map((form) => ({
  form,
  example: JSON.parse(form.dataset.example),
  key: form.querySelector('[data-key]'),
  inputs: [...form.querySelectorAll('[data-in]')],
  area: form.querySelector('[data-body]'),
  button: form.querySelector('button'),
  output: form.querySelector('[data-output]'),
  details: form.closest('[data-try]'),
  tabs: form.closest('.operation').querySelector('[data-tabs]'),
}));

const parsedJson = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The request in the form. Empty parameters of the path stay variables. */
const requestOf = ({ example, inputs, area }) => {
  const valuesIn = (place) =>
    inputs
      .filter(({ dataset, value }) => dataset.in === place && value.trim() !== '')
      .map(({ dataset, value }) => [dataset.name, value.trim()]);
  return {
    ...example,
    pathValues: { ...example.pathValues, ...Object.fromEntries(valuesIn('path')) },
    query: Object.fromEntries(valuesIn('query')),
    ...(area === null ? {} : { body: parsedJson(area.value) ?? example.body }),
  };
};

/** Fills in what the session knows, except where the reader has typed. */
const fillForm = ({ example, inputs, area }) => {
  for (const input of inputs) {
    const id = withKnownIds(example.pathValues[input.dataset.name]);
    if (id !== undefined && variableIn(id) === undefined && input.dataset.typed === undefined)
      input.value = id;
  }
  if (area !== null && area.dataset.typed === undefined)
    area.value = JSON.stringify(withKnownIds(example.body), null, 2);
};

const updateForm = (each) => {
  const secret = secrets[each.example.authentication];
  if (each.key.value.trim() !== secret) each.key.value = secret;
  const isRefused = each.example.authentication === 'api_key' && isProductionKey(secret);
  each.button.disabled = isRefused;
  const warning = each.form.querySelector('.warning');
  if (!isRefused) warning?.remove();
  else if (warning === null)
    each.key.after(
      make('p', {
        className: 'warning',
        role: 'alert',
        textContent: 'This is a production key: requests would move real money. Use a sandbox key here.',
      }),
    );
  fillForm(each);
  if (each.details.open) showRequest(each.tabs, requestOf(each));
};

const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const headersOf = ({ authentication, isIdempotent, body }) => {
  const secret = secrets[authentication];
  return {
    ...(authentication === 'bearer' ? { Authorization: `Bearer ${secret}` } : { 'Api-Key': secret }),
    ...(isIdempotent ? { 'Idempotency-Key': randomKey() } : {}),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  };
};

/** What a request still needs from the reader. */
const missingFrom = ({ pathValues, body }) =>
  [...Object.values(pathValues), ...JSON.stringify(body ?? null).split('"')]
    .map(variableIn)
    .find((name) => name !== undefined);

const STREAM_SECONDS = 10;

const responseTo = async (request, body) => {
  const { method, isStream } = request;
  const startedAt = performance.now();
  const response = await fetch(targetOf(request), {
    method,
    headers: headersOf(request),
    credentials: 'omit',
    cache: 'no-store',
    ...(body === undefined ? {} : { body }),
  });
  const text = isStream && response.ok ? await streamedText(response) : await response.text();
  return { response, text, tookMs: Math.round(performance.now() - startedAt) };
};

/** What a stream sends within a few seconds. */
const streamedText = async (response) => {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const timer = setTimeout(() => void reader.cancel(), STREAM_SECONDS * 1000);
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  clearTimeout(timer);
  return text;
};

const sendForm = async (each) => {
  const request = requestOf(each);
  const missing = missingFrom(request);
  if (missing !== undefined) {
    each.output.replaceChildren(
      make('p', {}, 'Fill in ', make('code', { textContent: `$${missing}` }), ' first.'),
    );
    return;
  }
  const { response, text, tookMs } = await responseTo(request, each.area?.value);
  const parsed = parsedJson(text);
  rememberIds(parsed);
  const status = make('span', { className: 'status', textContent: String(response.status) });
  status.dataset.status = String(response.status).slice(0, 1);
  const requestId = make('code', { textContent: response.headers.get('request-id') ?? 'none' });
  const shown = parsed === undefined ? text : JSON.stringify(parsed, null, 2);
  each.output.replaceChildren(
    make('p', {}, status, ` in ${tookMs} ms · Request-Id `, requestId),
    make('pre', { tabIndex: 0 }, make('code', { textContent: shown })),
  );
};

for (const each of tryForms) {
  const { form, example, key, inputs, area, button, output, details } = each;
  details.hidden = false;
  details.addEventListener('toggle', () => updateForm(each));
  key.addEventListener('input', () => {
    keepSecret(example.authentication, key.value.trim());
    tryForms.forEach(updateForm);
  });
  for (const input of [...inputs, ...(area === null ? [] : [area])])
    input.addEventListener('input', () => {
      input.dataset.typed = '';
      updateForm(each);
    });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      await sendForm(each);
    } catch {
      output.replaceChildren(make('p', {}, 'Cannot reach the service.'));
    }
    tryForms.forEach(updateForm);
  });
  updateForm(each);
}
