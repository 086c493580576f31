/* Content that refreshes: whole sections, and the rows of lists. The page is fetched again, and what differs is replaced. */
(() => {
  'use strict';

  const inserted = (element) => element.dispatchEvent(new CustomEvent('inserted', { bubbles: true }));

  /** The header says that nobody asked for this, so that it does not prolong the session. */
  const fetchPage = async () => {
    const response = await fetch(location.href, {
      credentials: 'same-origin',
      redirect: 'error',
      headers: { 'Svc-Refresh': 'true' },
    });
    return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : undefined;
  };

  const hasFocus = (element) => element.contains(document.activeElement);

  const replaceSection = (section, fresh) => {
    if (hasFocus(section)) return;
    section.replaceWith(fresh);
    inserted(fresh);
  };

  const rowsOf = (list) =>
    new Map([...list.querySelectorAll('[data-row]')].map((row) => [row.dataset.row, row]));

  /** What a row says, without the times that pass. */
  const textOf = (row) => {
    const copy = row.cloneNode(true);
    for (const each of copy.querySelectorAll('[data-ago]')) each.remove();
    return copy.textContent.replace(/\s+/g, ' ');
  };

  /** Says how many rows are new. They are shown on request, so that nothing moves while somebody reads. */
  const createNotice = (list) => {
    const notice = document.createElement('div');
    const status = document.createElement('span');
    const button = document.createElement('button');
    notice.className = 'new-rows';
    status.setAttribute('role', 'status');
    button.type = 'button';
    button.className = 'button quiet small';
    button.textContent = 'Show';
    button.hidden = true;
    notice.append(status, button);
    list.prepend(notice);
    let fresh;
    button.addEventListener('click', () => {
      list.replaceChildren(notice, ...[...fresh.childNodes].map((node) => document.importNode(node, true)));
      say('');
      inserted(list);
      list.querySelector('[data-row] a, [data-row] button')?.focus();
    });
    const say = (text) => {
      if (status.textContent !== text) status.textContent = text;
      button.hidden = text === '';
    };
    return (text, newest) => {
      fresh = newest;
      say(text);
    };
  };
  const notices = new Map();

  const updateRows = (list, fresh) => {
    const [shown, newest] = [rowsOf(list), rowsOf(fresh)];
    for (const [id, row] of newest) {
      const old = shown.get(id);
      if (old === undefined || hasFocus(old) || textOf(old) === textOf(row)) continue;
      const changed = document.importNode(row, true);
      old.replaceWith(changed);
      inserted(changed);
    }
    const added = [...newest.keys()].filter((id) => !shown.has(id)).length;
    notices.get(list)(added === 0 ? '' : `${added} new`, fresh);
  };

  const refresh = async (id) => {
    const element = document.getElementById(id);
    const isList = notices.has(element);
    if (document.hidden || element === null || (!isList && hasFocus(element))) return;
    const fresh = (await fetchPage())?.getElementById(id);
    if (fresh == null) return;
    (isList ? updateRows : replaceSection)(element, fresh);
  };

  const PAUSE_MS = 5_000;
  const schedule = (id) => {
    const pause = Number(document.getElementById(id)?.dataset.refresh ?? PAUSE_MS);
    setTimeout(
      () =>
        refresh(id)
          .catch(() => undefined)
          .then(() => schedule(id)),
      pause,
    );
  };
  for (const element of document.querySelectorAll('[data-refresh]')) {
    if ('rows' in element.dataset) notices.set(element, createNotice(element));
    schedule(element.id);
  }
})();
