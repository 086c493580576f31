/* The language that a reader chose for examples, on this page and the next. */
const LANGUAGE_KEY = 'docs.language';
const languageButtons = [...document.querySelectorAll('[data-tabs] input[type="radio"]')];

const chooseLanguage = (language) => {
  for (const button of languageButtons) if (button.value === language) button.checked = true;
};

try {
  chooseLanguage(localStorage.getItem(LANGUAGE_KEY));
} catch {
  // The browser stores nothing for this site.
}
for (const button of languageButtons)
  button.addEventListener('change', () => {
    // Examples above may become longer or shorter; the chosen one stays where it is.
    const top = button.getBoundingClientRect().top;
    chooseLanguage(button.value);
    scrollBy(0, button.getBoundingClientRect().top - top);
    try {
      localStorage.setItem(LANGUAGE_KEY, button.value);
    } catch {
      // The choice lasts until the reader leaves the page.
    }
  });

/** Shows a request in all languages of an operation. */
const showRequest = (tabs, request) => {
  for (const pre of tabs.querySelectorAll('pre')) {
    const { language } = pre.dataset;
    const pieces = colored(language, requestCode(language, request));
    pre
      .querySelector('code')
      .replaceChildren(
        ...pieces.map(([color, text]) =>
          color === '' ? text : make('span', { className: color, textContent: text }),
        ),
      );
  }
};
