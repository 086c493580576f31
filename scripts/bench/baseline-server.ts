/**
 * Child process: a bare Express endpoint as the baseline for the service on this machine. It validates the
 * body of a transfer with the service's validator and responds with a transfer; it stores nothing.
 */
import type { AddressInfo } from 'node:net';
import express from 'express';
import { validateTransferCreate } from '../../src/generated/validators.js';
import { serveTasks } from './child.ts';

export type BaselineTask = { readonly answer: unknown };
export type BaselineResult = { readonly port: number };

serveTasks(({ answer }: BaselineTask) => {
  const app = express();
  // The service sends neither header. Without them the baseline is faster.
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(express.json());
  app.post('/v1/transfers', (req, res) => {
    if (validateTransferCreate(req.body)) res.status(201).json(answer);
    else res.status(422).json(validateTransferCreate.errors);
  });
  // As the service reports it.
  app.get('/metrics', (_req, res) => {
    const { user, system } = process.cpuUsage();
    res.type('text').send(`process_cpu_seconds_total ${(user + system) / 1e6}\n`);
  });
  return new Promise<BaselineResult>((resolve) => {
    // The address of a listening TCP server has this type.
    const server = app.listen(0, '127.0.0.1', () =>
      resolve({ port: (server.address() as AddressInfo).port }),
    );
  });
});
