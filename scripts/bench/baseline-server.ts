/**
 * Child process: a bare Express endpoint, which sets the mark for the service on whatever machine this is. It checks a
 * transfer's body with the service's own validator and answers with a transfer; it stores nothing.
 */
import type { AddressInfo } from 'node:net';
import express from 'express';
import { validateTransferCreate } from '../../src/generated/validators.js';
import { serveTasks } from './child.ts';

export type BaselineTask = { readonly answer: unknown };
export type BaselineResult = { readonly port: number };

serveTasks(({ answer }: BaselineTask) => {
  const app = express();
  // The service sends neither of these, and they take time: without them, the mark is higher.
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(express.json());
  app.post('/v1/transfers', (req, res) => {
    if (validateTransferCreate(req.body)) res.status(201).json(answer);
    else res.status(422).json(validateTransferCreate.errors);
  });
  return new Promise<BaselineResult>((resolve) => {
    // A server listening on a port has an address of this kind.
    const server = app.listen(0, '127.0.0.1', () =>
      resolve({ port: (server.address() as AddressInfo).port }),
    );
  });
});
