/** Makes an Express application ready for requests without sockets. */
import type { RequestListener } from 'node:http';
import express from 'express';
import type { DispatchFunc } from 'light-my-request';

/**
 * The library lets the requests and responses of Express inherit from its own. It finds them one level above those of the
 * application, where the service has put a level of its own, so it is told where they are.
 */
export function injectable(app: RequestListener): DispatchFunc {
  const dispatch: DispatchFunc = (req, res) => {
    // Nothing reads from the socket, so it would stay full after the first part of a long file.
    Object.defineProperty(res, 'writableNeedDrain', { value: false });
    app(req, res);
  };
  return Object.assign(dispatch, {
    request: Object.create(express.request, { app: { value: dispatch } }) as object,
    response: Object.create(express.response) as object,
  });
}
