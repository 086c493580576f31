/** The address of the service as its clients know it, for links in responses and for examples in the documentation. */

export type ServiceAddress = {
  readonly url: string;
  /** Whether the URL is configured, so that all clients can use it. */
  readonly isPublic: boolean;
};

const HOST = /^(?:[\w-]+(?:\.[\w-]+)*|\[[0-9a-f:]+\])(?::\d{1,5})?$/i;
const HOST_LENGTH_MAX = 255;

/** The configured address, or the one that the client used: the `Host` header of its request. No trailing slash. */
export const baseUrlFor = ({ url, isPublic }: ServiceAddress, host = ''): string =>
  isPublic || host.length > HOST_LENGTH_MAX || !HOST.test(host) ? url : `http://${host}`;
