/** The stylesheet of the hosted pages. It is inlined, and the content security policy allows it by its hash. */
import { hash } from 'node:crypto';
import { readBaseStylesheet } from '../web/static-content.ts';

/** The backgrounds that text is read on. */
export const SURFACES = {
  light: { canvas: '#f3f5f2', surface: '#ffffff' },
  dark: { canvas: '#0f1513', surface: '#18201d' },
} as const;

const COLORS = `
:root {
  color-scheme: light dark;
  --canvas: ${SURFACES.light.canvas}; --surface: ${SURFACES.light.surface}; --sunken: #f6f8f5; --text: #17221d; --muted: #4a5952; --line: #d5dcd7;
  --edge: #6f7f77; --accent: #0b5f4a; --accent-strong: #084736; --on-accent: #ffffff; --tint: #e3f1eb;
  --danger: #a3211c; --danger-tint: #fdeeec; --note: #6b4a00; --note-tint: #fdf3d7; --focus: #1a56db;
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: ${SURFACES.dark.canvas}; --surface: ${SURFACES.dark.surface}; --sunken: #131a17; --text: #e8efeb; --muted: #adbbb4; --line: #34413b;
    --edge: #82938a; --accent: #6cd3b4; --accent-strong: #93e2c9; --on-accent: #06251b; --tint: #17352b;
    --danger: #ffa199; --danger-tint: #3a1b19; --note: #f3cf7a; --note-tint: #33290f; --focus: #8ab4ff;
  }
}`;

const FRAME = `
body {
  min-height: 100vh; display: flex; flex-direction: column; font-size: 1.0625rem; line-height: 1.55;
}
.top, main, .foot { width: 100%; max-width: 40rem; margin-inline: auto; padding-inline: clamp(1rem, 4vw, 1.5rem); }
.top { display: flex; align-items: center; gap: .625rem; padding-block: 1.25rem; font-weight: 600; }
.top svg { width: 1.75rem; height: 1.75rem; flex: none; color: var(--accent); }
.top small { display: block; font-size: .8125rem; font-weight: 400; color: var(--muted); }
.logo { max-width: 10rem; max-height: 2.5rem; border-radius: .25rem; }
.tick { stroke: var(--canvas); }
main { flex: 1; }
.card {
  background: var(--surface); border: 1px solid var(--line); border-radius: 1rem;
  padding: clamp(1.25rem, 5vw, 2.5rem); box-shadow: 0 1px 2px rgb(0 0 0 / .05), 0 12px 32px -16px rgb(0 0 0 / .14);
}
.foot { padding-block: 1.5rem 2.5rem; color: var(--muted); font-size: .875rem; }
.foot p { margin: 0 0 .25rem; }
h1 { margin: 0 0 .75rem; font-size: clamp(1.5rem, 5vw, 1.9375rem); line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; line-height: 1.3; }
p { margin: 0 0 1rem; }
.lead { color: var(--muted); margin-bottom: 1.75rem; }
`;

const STEPS = `
.steps { display: flex; gap: .5rem; margin: 0 0 1rem; padding: 0; list-style: none; font-size: .9375rem; }
.steps li { flex: 1; padding-top: .625rem; border-top: 4px solid var(--line); color: var(--muted); }
.steps li[data-state="done"] { border-color: var(--accent); }
.steps li[aria-current] { border-color: var(--accent); color: var(--text); font-weight: 600; }
.steps small { display: block; font-size: .8125rem; font-weight: 400; color: var(--muted); }
.notice {
  display: flex; gap: .625rem; margin: 0 0 1rem; padding: .75rem 1rem; border-radius: .75rem; font-size: .9375rem;
  background: var(--note-tint); color: var(--note);
}
.notice strong { white-space: nowrap; }`;

const FORMS = `
form { margin: 0; }
fieldset { margin: 0 0 1.75rem; padding: 0; border: 0; min-width: 0; }
fieldset > :last-child { margin-bottom: 0; }
legend { padding: 0; margin-bottom: .75rem; font-weight: 650; font-size: 1.125rem; }
.field { margin: 0 0 1.25rem; }
.field > label, .date legend { display: block; margin-bottom: .25rem; font-weight: 600; font-size: 1rem; }
.hint { display: block; margin: 0 0 .375rem; color: var(--muted); font-size: .9375rem; font-weight: 400; }
.optional { color: var(--muted); font-weight: 400; }
.message { display: block; margin: 0 0 .375rem; color: var(--danger); font-size: .9375rem; font-weight: 600; }
input[type="text"], select, textarea {
  width: 100%; min-height: 3rem; padding: .625rem .875rem; border: 1px solid var(--edge); border-radius: .625rem;
  background: var(--surface); color: var(--text); font: inherit;
}
select { text-overflow: ellipsis; }
input:hover, select:hover { border-color: var(--text); }
input[type="text"]:focus-visible, select:focus-visible { outline-offset: 0; border-color: var(--focus); border-radius: .625rem; }
input[aria-invalid="true"], select[aria-invalid="true"] { border-color: var(--danger); border-width: 2px; }
.pair { display: grid; align-items: end; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 12rem), 1fr)); }
.date { margin: 0 0 1.25rem; }
.parts { display: flex; gap: .75rem; }
.parts label { display: block; font-size: .9375rem; color: var(--muted); margin-bottom: .25rem; }
.parts .short { width: 4.5rem; } .parts .long { width: 6rem; }
.choice { position: relative; display: block; margin: 0 0 .625rem; }
.choice input { position: absolute; inset-inline-start: 1rem; top: 1.0625rem; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); }
.choice label {
  display: block; padding: .875rem 1rem .875rem 3rem; border: 1px solid var(--edge); border-radius: .75rem; font-weight: 600;
  cursor: pointer;
}
.choice label span { display: block; color: var(--muted); font-weight: 400; font-size: .9375rem; }
.choice label:hover { border-color: var(--text); }
.choice input:checked + label { border-color: var(--accent); background: var(--tint); box-shadow: inset 0 0 0 1px var(--accent); }
.choice input:focus-visible { outline: 0; }
.choice input:focus-visible + label { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: .75rem; }
.why { padding: 1.25rem; border-radius: .75rem; background: var(--sunken); border: 1px solid var(--line); }
.why legend { float: inline-start; width: 100%; }
.why legend + * { clear: both; }
form:not(:has([value="incomplete"]:checked, [value="rejected"]:checked)) .why { display: none; }
.button {
  display: inline-flex; align-items: center; justify-content: center; min-height: 3.25rem; width: 100%; padding: .75rem 1.5rem;
  border: 1px solid transparent; border-radius: .75rem; background: var(--accent); color: var(--on-accent);
  font: inherit; font-weight: 650; text-align: center; text-decoration: none; cursor: pointer;
}
.button:hover { background: var(--accent-strong); color: var(--on-accent); }
.button.quiet { background: transparent; color: var(--text); border-color: var(--edge); }
.button.quiet:hover { background: var(--sunken); border-color: var(--text); }
.button:focus-visible { border-radius: .75rem; }
.actions { display: grid; gap: .75rem; margin-top: .5rem; }
@media (min-width: 34rem) { .actions { grid-auto-flow: column; justify-content: start; } .button { width: auto; } }
.after { margin: 1rem 0 0; color: var(--muted); font-size: .9375rem; }`;

const PARTS = `
.problems { margin: 0 0 1.75rem; padding: 1rem 1.25rem; border-inline-start: 5px solid var(--danger); border-radius: .5rem; background: var(--danger-tint); }
.problems h2 { margin: 0 0 .5rem; color: var(--danger); }
.problems ul { margin: 0; padding-inline-start: 1.25rem; }
.problems a { color: var(--danger); font-weight: 600; }
.seal { display: grid; place-items: center; width: 3.5rem; height: 3.5rem; margin-bottom: 1.25rem; border-radius: 50%; background: var(--tint); color: var(--accent); }
.seal svg { width: 1.75rem; height: 1.75rem; }
.seal[data-tone="wait"] { background: var(--note-tint); color: var(--note); }
.seal[data-tone="stop"] { background: var(--danger-tint); color: var(--danger); }
.reasons { margin: 0 0 1rem; padding: 1rem 1.25rem; list-style: none; border-radius: .75rem; background: var(--sunken); border: 1px solid var(--line); }
.terms { margin: 0 0 1.75rem; padding: 0 0 .5rem; border-bottom: 1px solid var(--line); }
.terms h2:first-child { margin-top: 0; }
.amount { margin: 1.25rem 0 1.5rem; font-size: clamp(2rem, 9vw, 2.75rem); font-weight: 650; line-height: 1.1; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.amount small { font-size: .5em; font-weight: 600; letter-spacing: 0; color: var(--muted); }
dl { margin: 0 0 1.75rem; border-top: 1px solid var(--line); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: .75rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--muted); } dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.mono { font-family: ui-monospace, "SFMono-Regular", Menlo, "Liberation Mono", monospace; font-size: .9375em; }
@media (prefers-reduced-motion: no-preference) { .button, .choice label, input, select { transition: background-color .12s, border-color .12s; } }
@media (forced-colors: active) { .choice input:checked + label { outline: 2px solid; } }`;

export const STYLE: string = [readBaseStylesheet().toString(), COLORS, FRAME, STEPS, FORMS, PARTS]
  .join('')
  .replace(/\n\s*/g, '\n')
  .trim();

/** What a page's policy names to allow the stylesheet, and nothing else. */
export const STYLE_SOURCE = `'sha256-${hash('sha256', STYLE, 'base64')}'`;
