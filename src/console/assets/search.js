/* The search field: `/` or Ctrl+K goes to it, and it suggests pages, people, and objects. */
(() => {
  'use strict';

  const field = document.getElementById('q');
  const form = field?.form;
  if (field === null || form === null || form === undefined) return;

  const WAIT_MS = 150;
  let timer;
  let running;
  let options = [];
  let active = -1;

  const list = document.createElement('ul');
  list.id = 'suggestions';
  list.className = 'suggestions';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Suggestions');
  list.hidden = true;
  form.append(list);
  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-controls', list.id],
    ['aria-expanded', 'false'],
  ])
    field.setAttribute(name, value);

  const activate = (index) => {
    options[active]?.setAttribute('aria-selected', 'false');
    active = index;
    const option = options[active];
    if (option === undefined) {
      field.removeAttribute('aria-activedescendant');
      return;
    }
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    field.setAttribute('aria-activedescendant', option.id);
  };

  const show = (suggestions) => {
    list.replaceChildren();
    options = suggestions.map(({ label, detail, href }, index) => {
      const option = document.createElement('li');
      option.id = `suggestion-${index}`;
      option.setAttribute('role', 'option');
      option.setAttribute('aria-selected', 'false');
      option.dataset.href = href;
      const [name, about] = [document.createElement('span'), document.createElement('small')];
      name.textContent = label;
      about.textContent = detail;
      option.append(name, ' ', about);
      list.append(option);
      return option;
    });
    list.hidden = options.length === 0;
    field.setAttribute('aria-expanded', String(!list.hidden));
    activate(-1);
  };

  const close = () => {
    clearTimeout(timer);
    running?.abort();
    show([]);
  };

  const suggest = async () => {
    running?.abort();
    const { signal } = (running = new AbortController());
    const target = `/console/search/suggestions?${new URLSearchParams({ q: field.value })}`;
    const response = await fetch(target, { credentials: 'same-origin', redirect: 'error', signal });
    if (!response.ok) return;
    const { data } = await response.json();
    if (!signal.aborted && document.activeElement === field) show(data);
  };
  const suggestSoon = (wait) => {
    clearTimeout(timer);
    timer = setTimeout(() => suggest().catch(() => undefined), wait);
  };

  field.addEventListener('input', () => suggestSoon(WAIT_MS));
  field.addEventListener('blur', close);
  field.addEventListener('keydown', (event) => {
    const { key } = event;
    if (key === 'Escape' && !list.hidden) {
      event.preventDefault();
      close();
    } else if (key === 'ArrowDown' && list.hidden) {
      suggestSoon(0);
    } else if ((key === 'ArrowDown' || key === 'ArrowUp') && !list.hidden) {
      event.preventDefault();
      const step = key === 'ArrowDown' ? 1 : -1;
      activate(active === -1 && step === -1 ? options.length - 1 : (active + step) % options.length);
    } else if (key === 'Enter' && options[active] !== undefined) {
      event.preventDefault();
      location.assign(options[active].dataset.href);
    }
  });
  // The field must not lose its focus before the click arrives.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const { href } = target.closest('[role=option]')?.dataset ?? {};
    if (href !== undefined) location.assign(href);
  });

  addEventListener('keydown', (event) => {
    const isShortcut = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
    const isTyping = event.target.closest?.('input, textarea, select, [contenteditable]') != null;
    const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey;
    if (!isShortcut && !isSlash) return;
    event.preventDefault();
    field.focus();
    field.select();
    suggestSoon(0);
  });
})();
