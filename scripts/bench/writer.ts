/** Child process: transfers per second of a book writer without HTTP. */
import { makeTransfers, makeWallets, openWriters } from './book.ts';
import { serveTasks } from './child.ts';
import { median } from './statistics.ts';

type WriterTask = { readonly file: string | undefined; readonly transfers: number };
type WriterResult = { readonly perSecond: number };

const WALLETS = 200;
const ROUNDS = 5;

serveTasks(async ({ file, transfers }: WriterTask): Promise<WriterResult> => {
  const opened = await openWriters(file);
  const wallets = await makeWallets(opened, WALLETS);
  const each = Math.floor(transfers / ROUNDS);
  // The first round warms up the code.
  await makeTransfers(opened, wallets, { from: 0, to: each });
  const rates: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const startedAt = performance.now();
    await makeTransfers(opened, wallets, { from: round * each, to: (round + 1) * each });
    rates.push((each / (performance.now() - startedAt)) * 1000);
  }
  await opened.close();
  return { perSecond: median(rates) };
});
