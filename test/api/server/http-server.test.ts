import type { Server } from 'node:http';
import { expect } from 'chai';
import express, { type Express } from 'express';
import { createHttpServer, listen, stopListening } from '../../../src/http/server.ts';

describe('The HTTP server', () => {
  let app: Express;
  let server: Server;
  beforeEach(() => {
    app = express();
    server = createHttpServer(app);
  });
  afterEach(() => stopListening(server));

  const ask = async (path: string): Promise<Response> =>
    fetch(`${await listen(server, { host: '127.0.0.1', port: 0 })}${path}`);

  it('creates requests and responses with the prototypes of Express', async () => {
    const prototypes: unknown[] = [];
    server.prependListener('request', (req, res) => {
      prototypes.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res));
    });
    await ask('/');
    expect(prototypes).to.deep.equal([app.request, app.response]);
  });

  it('keeps the members that Express adds', async () => {
    app.get('/:name', (req, res) => {
      const isOwn = req.app === app && res.app === app;
      res.status(202).json({ isOwn, params: req.params, query: req.query });
    });
    const answer = await ask('/x?a=b');
    expect(answer.status).to.equal(202);
    expect(await answer.json()).to.deep.equal({ isOwn: true, params: { name: 'x' }, query: { a: 'b' } });
  });
});
