/** Makes an Express application ready for requests without sockets. */
import express from 'express';
import type { Express } from 'express';
import type { DispatchFunc } from 'light-my-request';

/** The library changes what a prototype inherits from. Other applications in this process use the original. */
const copyOf = (prototype: object): object =>
  // Its members are those of the original.
  Object.create(Reflect.getPrototypeOf(prototype), Object.getOwnPropertyDescriptors(prototype)) as object;

/** Lets the requests and responses of the application, and of no other, inherit from those of the library. */
export function injectable(app: Express): DispatchFunc {
  const [request, response] = [copyOf(express.request), copyOf(express.response)];
  Object.setPrototypeOf(app.request, request);
  Object.setPrototypeOf(app.response, response);
  const dispatch: DispatchFunc = (req, res) => {
    // Nothing reads from the socket, so it would stay full after the first part of a long file.
    Object.defineProperty(res, 'writableNeedDrain', { value: false });
    // It takes a third argument, and its types expect requests that it has already extended.
    (app as unknown as DispatchFunc)(req, res);
  };
  return Object.assign(dispatch, {
    request: Object.create(request, { app: { value: dispatch } }) as object,
    response: Object.create(response) as object,
  });
}
