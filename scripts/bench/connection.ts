/**
 * One keep-alive connection over HTTP/1.1, with one request under way at a time. It is written for this purpose: on a
 * machine with few cores, a client library would take the time that the service is measured with.
 */
import { connect } from 'node:net';

export type Connection = {
  /** The answer's status comes through `onAnswer`. */
  readonly send: (request: Buffer) => void;
  readonly close: () => void;
};

export type ConnectionEvents = {
  readonly onOpen: () => void;
  readonly onAnswer: (status: number) => void;
  /** The server closed the connection, or it broke. */
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
        // The buffer above is what comes back.
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

/** Finds out where answers end by their Content-Length, which every server here sends. Bodies are not looked at. */
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
        // The bytes are overwritten by the next ones that arrive.
        head = Buffer.from(head);
        return;
      }
      status = numberAt(head, 9);
      missing = lengthIn(head) + end + HEAD_END.length;
      rest = head.length;
      head = Buffer.alloc(0);
    }
    missing -= rest;
    if (missing < 0) throw new Error('more bytes arrived than were announced');
    if (missing === 0) onAnswer(status);
  };
}

function lengthIn(head: Buffer): number {
  const at = head.indexOf(LENGTH_HEADER);
  if (at === -1) throw new Error('an answer without Content-Length');
  return numberAt(head, at + LENGTH_HEADER.length);
}

/** The decimal number that starts here. */
function numberAt(bytes: Buffer, at: number): number {
  let value = 0;
  for (let i = at; ; i++) {
    const digit = (bytes[i] ?? 0) - DIGIT_ZERO;
    if (digit < 0 || digit > 9) return value;
    value = value * 10 + digit;
  }
}
