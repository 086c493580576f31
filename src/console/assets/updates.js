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

  /** What a row says, without the times that pass, and in any time zone. */
  const textOf = (row) => {
    const copy = row.cloneNode(true);
    for (const each of copy.querySelectorAll('time')) each.textContent = each.dateTime;
    for (const each of copy.querySelectorAll('[data-ago]')) each.remove();
    return copy.textContent.replace(/\s+/g, ' ');
  };

  /** A row that is replaced stays selected. */
  const keepSelection = (before, after) => {
    for (const { name, value } of before.querySelectorAll('input:checked'))
      for (const input of after.querySelectorAll('input'))
        if (input.name === name && input.value === value) input.checked = true;
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
      const newest = document.importNode(fresh, true);
      keepSelection(list, newest);
      list.replaceChildren(notice, ...newest.childNodes);
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
      keepSelection(old, changed);
      old.replaceWith(changed);
      inserted(changed);
    }
    const added = [...newest.keys()].filter((id) => !shown.has(id)).length;
    const ended = list.dataset.rows === 'queue' ? markEnded(shown, newest) : 0;
    const parts = [added > 0 && `${added} new`, ended > 0 && `${ended} no longer here`];
    notices.get(list)(parts.filter(Boolean).join(', '), fresh);
  };

  /** Rows leave a queue when somebody decides them. They are marked, so that nothing moves while somebody reads. */
  const markEnded = (shown, newest) => {
    const ended = [...shown].filter(([id]) => !newest.has(id));
    for (const [, row] of ended) row.dataset.ended = '';
    return ended.length;
  };

  const elements = () => [...document.querySelectorAll('[data-refresh]')];

  /** One request updates everything on the page. */
  const refresh = async () => {
    const wanted = elements().filter((each) => notices.has(each) || !hasFocus(each));
    if (document.hidden || wanted.length === 0) return;
    const page = await fetchPage();
    for (const element of wanted) {
      const fresh = page?.getElementById(element.id);
      if (fresh != null) (notices.has(element) ? updateRows : replaceSection)(element, fresh);
    }
  };

  const schedule = () => {
    const pauses = elements().map(({ dataset }) => Number(dataset.refresh));
    if (pauses.length === 0) return;
    setTimeout(
      () =>
        refresh()
          .catch(() => undefined)
          .then(schedule),
      Math.min(...pauses),
    );
  };
  for (const element of elements())
    if ('rows' in element.dataset) notices.set(element, createNotice(element));
  schedule();
})();
