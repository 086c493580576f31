/** What the service did differs from what it has to do. The run ends, and the message says why it failed. */
export class Difference extends Error {}
