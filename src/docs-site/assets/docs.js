/*
 * What the pages gain by a script: buttons that copy, search while typing, and forms that send requests. Everything else
 * works without. A key that is typed in stays in `secrets`, which is gone with the page; it is never stored or logged.
 */
(() => {
  'use strict';

  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  // --- copying ------------------------------------------------------------------------------------------------------

  const copyText = async (text) => {
    if (navigator.clipboard !== undefined) {
      await navigator.clipboard.writeText(text);
      return;
    }
    // The clipboard API is only available with TLS.
    const area = make('textarea', { value: text, className: 'unseen' });
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  };

  const copyButton = (pre, name) => {
    const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
    button.setAttribute('aria-label', `Copy: ${name}`);
    button.addEventListener('click', async () => {
      try {
        await copyText(pre.textContent);
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Not copied';
      }
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    return button;
  };

  for (const block of document.querySelectorAll('[data-code]')) {
    const top = block.querySelector('.code-top');
    top.append(copyButton(block.querySelector('pre'), top.textContent));
  }
  for (const pre of document.querySelectorAll('.guide pre')) {
    const frame = make('div', { className: 'copied' });
    pre.replaceWith(frame);
    frame.append(pre, copyButton(pre, 'example'));
  }

  // --- search -------------------------------------------------------------------------------------------------------

  const field = document.getElementById('q');
  const panel = document.getElementById('found');
  let index;

  const load = () => {
    index ??= fetch('/docs/search.json').then((response) => response.json());
    return index;
  };
  const matches = (entries, text) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const has = (value) => words.every((word) => value.toLowerCase().includes(word));
    const titled = entries.filter(([, title]) => has(title));
    const others = entries.filter(([, title, kind, more]) => !has(title) && has(`${title} ${kind} ${more}`));
    return [...titled, ...others].slice(0, 12);
  };
  const close = () => {
    panel.hidden = true;
    panel.replaceChildren();
  };
  const search = async () => {
    const text = field.value.trim();
    if (text === '') {
      close();
      return;
    }
    const entries = await load();
    // The query may have changed while the request was running.
    if (field.value.trim() !== text) return;
    const found = matches(entries, text);
    panel.replaceChildren(
      ...(found.length === 0
        ? [make('p', {}, 'No results. Search covers titles only.')]
        : found.map(([href, title, kind]) => make('a', { href }, title, make('small', {}, kind)))),
    );
    panel.hidden = false;
  };
  const move = (event) => {
    const links = [field, ...panel.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') {
      close();
      field.focus();
    } else if (step !== undefined && at !== -1 && !panel.hidden) {
      event.preventDefault();
      links[(at + step + links.length) % links.length].focus();
    }
  };
  field.addEventListener('focus', () => void load().catch(() => (index = undefined)));
  field.addEventListener('input', () => void search().catch(close));
  field.form.addEventListener('keydown', move);
  field.form.addEventListener('focusout', (event) => {
    if (!field.form.contains(event.relatedTarget)) close();
  });
  panel.addEventListener('click', close);
  document.addEventListener('keydown', (event) => {
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
  });

  // --- trying out ---------------------------------------------------------------------------------------------------

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
    [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');

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
})();
