/* Buttons that copy examples. */
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

/** `preOf` returns the block to copy at the moment of the click. */
const copyButton = (preOf, name) => {
  const button = make('button', { type: 'button', className: 'copy', textContent: 'Copy' });
  button.setAttribute('aria-label', `Copy: ${name}`);
  button.addEventListener('click', async () => {
    try {
      await copyText(preOf().textContent);
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
  const name = block.dataset.tabs === undefined ? top.textContent : 'request';
  const isShown = (pre) => pre.offsetParent !== null;
  top.append(copyButton(() => [...block.querySelectorAll('pre')].find(isShown), name));
}
for (const pre of document.querySelectorAll('.guide pre')) {
  if (pre.closest('[data-code]') !== null) continue;
  const frame = make('div', { className: 'copied' });
  pre.replaceWith(frame);
  frame.append(
    pre,
    copyButton(() => pre, 'example'),
  );
}
