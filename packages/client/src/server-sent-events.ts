/** A message of a stream of server-sent events. */
export type Message = {
  /** The last `id` so far, or an empty string. */
  readonly id: string;
  /** An empty string if the message has only an `id`. */
  readonly data: string;
};

/** Returns a function that takes the next piece of a stream and yields the messages that it completes. */
export function createMessageReader(): (text: string) => Generator<Message> {
  let rest = '';
  let id = '';
  let data: string[] = [];
  let hasFields = false;
  return function* (text) {
    // A carriage return at the end can be the first half of a line break.
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, name, value = ''] = /^([^:]+)(?:: ?(.*))?$/s.exec(line) ?? [];
      if (name !== undefined) hasFields = true;
      if (name === 'id') id = value;
      if (name === 'data') data.push(value);
      if (line !== '' || !hasFields) continue;
      yield { id, data: data.join('\n') };
      data = [];
      hasFields = false;
    }
  };
}
