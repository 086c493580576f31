/* Forms that send requests. */
const secrets = { api_key: '', bearer: '' };
/** IDs of what was answered, by prefix: the next form has them filled in. */
const seen = new Map();
const PREFIXES = {
  user_id: 'usr',
  wallet_id: 'wal',
  deposit_account_id: 'da',
  payout_account_id: 'pa',
  transfer_id: 'trf',
  quote_id: 'qt',
  event_id: 'evt',
  webhook_endpoint_id: 'we',
  integrator_id: 'int',
  key_id: 'key',
};

const remember = (value) => {
  const ids = /"id":"(([a-z]+)_[0-9a-zA-Z]+)"/.exec(value);
  if (ids === null) return;
  seen.set(ids[2], ids[1]);
  for (const input of document.querySelectorAll('[data-in="path"]')) {
    const id = seen.get(PREFIXES[input.dataset.name]);
    if (input.value === '' && id !== undefined) input.value = id;
  }
};

const addressOf = (form) => {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll('[data-in]')) {
    const value = input.value.trim();
    if (input.dataset.in === 'path')
      path = path.replace(`{${input.dataset.name}}`, encodeURIComponent(value));
    else if (value !== '') query.set(input.dataset.name, value);
  }
  const search = query.toString();
  return search === '' ? path : `${path}?${search}`;
};

const headersOf = (form, body) => {
  const { auth, idempotent } = form.dataset;
  const headers =
    auth === 'bearer' ? { Authorization: `Bearer ${secrets.bearer}` } : { 'Api-Key': secrets.api_key };
  if (idempotent === 'yes') headers['Idempotency-Key'] = randomKey();
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  return headers;
};
const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

const send = async (form, output) => {
  const area = form.querySelector('[data-body]');
  const body = area === null ? undefined : area.value;
  const startedAt = performance.now();
  const response = await fetch(addressOf(form), {
    method: form.dataset.method,
    headers: headersOf(form, body),
    credentials: 'omit',
    cache: 'no-store',
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const tookMs = Math.round(performance.now() - startedAt);
  if (response.ok) remember(text);
  const status = make('span', { className: 'status', textContent: String(response.status) });
  status.dataset.status = String(response.status).slice(0, 1);
  const requestId = response.headers.get('request-id') ?? '';
  const pre = make('pre', { tabIndex: 0 }, make('code', { textContent: pretty(text) }));
  output.replaceChildren(
    make('p', {}, status, ` in ${tookMs} ms · `, make('code', { textContent: requestId })),
    pre,
  );
};

const warn = (form) => {
  const shown = form.querySelector('.warning');
  const isLive = secrets[form.dataset.auth].startsWith('svc_live_');
  if (isLive && shown === null)
    form
      .querySelector('[data-key]')
      .after(make('p', { className: 'warning' }, 'This is a production key: requests move real money.'));
  else if (!isLive) shown?.remove();
};

const forms = [...document.querySelectorAll('[data-try] form')];
for (const form of forms) {
  form.closest('[data-try]').hidden = false;
  const output = form.querySelector('[data-output]');
  const button = form.querySelector('button');
  form.querySelector('[data-key]').addEventListener('input', (event) => {
    secrets[form.dataset.auth] = event.target.value.trim();
    for (const other of forms) {
      const key = other.querySelector('[data-key]');
      if (key !== event.target) key.value = event.target.value;
      warn(other);
    }
  });
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    try {
      await send(form, output);
    } catch {
      output.replaceChildren(make('p', {}, 'Cannot reach the service.'));
    }
    button.disabled = false;
  });
}
