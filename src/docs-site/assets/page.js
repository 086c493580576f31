/*
 * The pages work without scripts. These files add buttons that copy, search while typing, remembered languages, and forms that
 * send requests. They are served as one module, in the order of page-frame.ts, so their top-level names must differ.
 */
const make = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
};
