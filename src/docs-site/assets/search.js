/* Results while typing. The server searches, so that this page and the page of all results agree. */
const searchField = document.getElementById('q');
const searchPanel = document.getElementById('found');
const SEARCH_DELAY_MS = 80;

const highlighted = (parts) =>
  parts.map((part, i) => (i % 2 === 1 ? make('mark', { textContent: part }) : part));

const resultOption = ({ href, kind, title, excerpt }, i) => {
  const option = make(
    'a',
    { href, id: `found-${i}`, role: 'option', tabIndex: -1 },
    make('span', { className: 'found-title' }, ...highlighted(title)),
    make('small', { textContent: kind }),
  );
  if (excerpt.join('') !== '') option.append(make('p', {}, ...highlighted(excerpt)));
  return option;
};

const closeSearch = () => {
  searchPanel.hidden = true;
  searchPanel.replaceChildren();
  searchField.setAttribute('aria-expanded', 'false');
  searchField.removeAttribute('aria-activedescendant');
};

const showResults = (results) => {
  closeSearch();
  const list = make('div', {
    id: 'found-list',
    role: 'listbox',
    ariaLabel: 'Search results',
    // It scrolls with the selection; browsers would make it a stop of the Tab key.
    tabIndex: -1,
  });
  list.append(...results.map(resultOption));
  if (results.length > 0) searchPanel.append(list);
  const hint = results.length > 0 ? '↑ ↓ to choose, Enter for all results, Esc to close' : 'No results';
  searchPanel.append(make('p', { className: 'found-hint', role: 'status', textContent: hint }));
  searchPanel.hidden = false;
  searchField.setAttribute('aria-expanded', String(results.length > 0));
};

let searchTimer;
let searchRequest;

const requestResults = async (query) => {
  searchRequest = new AbortController();
  const { signal } = searchRequest;
  try {
    const response = await fetch(`/docs/search.json?q=${encodeURIComponent(query)}`, { signal });
    const results = await response.json();
    if (!signal.aborted) showResults(results);
  } catch {
    // A newer query replaced this one, or the service cannot be reached; Enter still opens the page of results.
    if (!signal.aborted) closeSearch();
  }
};

const selectResult = (step) => {
  const options = [...searchPanel.querySelectorAll('[role="option"]')];
  if (options.length === 0) return;
  const current = options.findIndex((each) => each.ariaSelected === 'true');
  // Before the first and after the last option, none is selected.
  const next = ((current + 1 + step + options.length + 1) % (options.length + 1)) - 1;
  options.forEach((each, i) => (each.ariaSelected = String(i === next)));
  if (next === -1) searchField.removeAttribute('aria-activedescendant');
  else {
    searchField.setAttribute('aria-activedescendant', options[next].id);
    options[next].scrollIntoView({ block: 'nearest' });
  }
};

searchField.setAttribute('role', 'combobox');
searchField.setAttribute('aria-autocomplete', 'list');
searchField.setAttribute('aria-controls', 'found-list');
closeSearch();
searchField.after(make('kbd', { className: 'search-key', textContent: '/', ariaHidden: 'true' }));

// The first search builds the index.
searchField.addEventListener('focus', () => void fetch('/docs/search.json').catch(() => {}), { once: true });
searchField.addEventListener('input', () => {
  clearTimeout(searchTimer);
  searchRequest?.abort();
  const query = searchField.value.trim();
  if (query === '') closeSearch();
  else searchTimer = setTimeout(requestResults, SEARCH_DELAY_MS, query);
});
searchField.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const selected = searchPanel.querySelector('[aria-selected="true"]');
  if (event.key === 'Escape' && !searchPanel.hidden) {
    event.preventDefault();
    closeSearch();
  } else if (step !== undefined && !searchPanel.hidden) {
    event.preventDefault();
    selectResult(step);
  } else if (event.key === 'Enter' && selected !== null) {
    event.preventDefault();
    selected.click();
  }
});
searchField.form.addEventListener('focusout', (event) => {
  if (!searchField.form.contains(event.relatedTarget)) closeSearch();
});
// A result on the same page loads nothing, so the panel has to close.
searchPanel.addEventListener('click', closeSearch);
// Pressing the mouse button must not move the focus, because losing it closes the panel before the click.
searchPanel.addEventListener('mousedown', (event) => event.preventDefault());
document.addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  searchField.focus();
  searchField.select();
});
