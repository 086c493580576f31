/**
 * A keep-alive HTTP/1.1 connection with one request in flight. A general client library would use CPU time
 * that the measured service needs on a machine with few cores.
 */
import { connect } from 'node:net';

type Connection = {
  /** The status of the response is passed to `onAnswer`. */
  readonly send: (request: Buffer) => void;
  readonly close: () => void;
};

type ConnectionEvents = {
  readonly onOpen: () => void;
  readonly onAnswer: (status: number) => void;
  /** The server closed the connection, or it failed. */
  readonly onEnd: (reason: string) => void;
};

const READ_BYTES = 64 * 1024;

export function openConnection(port: number, { onOpen, onAnswer, onEnd }: ConnectionEvents): Connection {
  const read = createAnswerReader(onAnswer);
  const socket = connect({
    host: '127.0.0.1',
    port,
    noDelay: true,
    onread: {
      buffer: Buffer.allocUnsafe(READ_BYTES),
      callback(length, bytes) {
        // These bytes are in the buffer above.
        read(bytes as Buffer, length);
        return true;
      },
    },
  });
  socket.once('connect', onOpen);
  socket.once('error', (error) => onEnd(error.message));
  socket.once('close', () => onEnd('closed'));
  return {
    send: (request) => void socket.write(request),
    close: () => void socket.destroy(),
  };
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH_HEADER = Buffer.from('ontent-Length: ');
const DIGIT_ZERO = 48;

/** Finds the end of each response by its Content-Length, which every server here sends. Ignores bodies. */
function createAnswerReader(onAnswer: (status: number) => void): (bytes: Buffer, length: number) => void {
  let head: Buffer = Buffer.alloc(0);
  let status = 0;
  let missing = 0;

  return (bytes, length) => {
    let rest = length;
    if (missing === 0) {
      head = head.length === 0 ? bytes.subarray(0, length) : Buffer.concat([head, bytes.subarray(0, length)]);
      const end = head.indexOf(HEAD_END);
      if (end === -1) {
        // The next read overwrites these bytes.
        head = Buffer.from(head);
        return;
      }
      status = numberAt(head, 9);
      missing = lengthIn(head) + end + HEAD_END.length;
      rest = head.length;
      head = Buffer.alloc(0);
    }
    missing -= rest;
    if (missing < 0) throw new Error('response is longer than its Content-Length');
    if (missing === 0) onAnswer(status);
  };
}

function lengthIn(head: Buffer): number {
  const at = head.indexOf(LENGTH_HEADER);
  if (at === -1) throw new Error('response has no Content-Length');
  return numberAt(head, at + LENGTH_HEADER.length);
}

/** The decimal number at this offset. */
function numberAt(bytes: Buffer, at: number): number {
  let value = 0;
  for (let i = at; ; i++) {
    const digit = (bytes[i] ?? 0) - DIGIT_ZERO;
    if (digit < 0 || digit > 9) return value;
    value = value * 10 + digit;
  }
}
