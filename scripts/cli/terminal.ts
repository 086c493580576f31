/** Text for terminals. Color is used only on terminals, and not if NO_COLOR is set. */
import { styleText } from 'node:util';
import { showDirectionControls } from '../../src/formats/text.ts';

type Style = Parameters<typeof styleText>[0];

/** Colors a text for the stream that it is written to. */
export const paint = (style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  hasColors(stream) ? styleText(style, text, { validateStream: false }) : text;

// `hasColors` exists only on terminals, and considers NO_COLOR and TERM.
const hasColors = (stream: NodeJS.WriteStream): boolean => stream.isTTY && stream.hasColors();

/** Control characters are removed, because integrators could use them to manipulate the terminal. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;
// oxlint-disable-next-line no-control-regex
const CONTROL_BUT_LINES = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;

export const withoutControls = (text: string): string => showDirectionControls(text.replace(CONTROL, ''));

export const linesWithoutControls = (text: string): string =>
  showDirectionControls(text.replace(CONTROL_BUT_LINES, ''));

/** JSON in which every control character is escaped. `indent` is 0 for one line. */
export const jsonText = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replace(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, escaped);

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

const JSON_TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Indented JSON, with colors on a terminal. */
export const coloredJson = (value: unknown): string =>
  jsonText(value).replace(JSON_TOKEN, (token: string, text?: string, colon?: string) => {
    if (text === undefined) return paint('yellow', token);
    return colon === undefined ? paint('green', text) : paint('cyan', text) + colon;
  });

/** A reader such as `head` may close the pipe before the end. */
export function ignoreClosedOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}
