/** The time of the caller's book, with which reads compare the times of its objects. */
import { bookClockId } from '../../../projections/book-clocks.ts';
import { BOOK_CLOCKS } from '../../../projections/collections.ts';
import { environmentOf } from '../../ledger/book-name.ts';
import { parseBody } from '../../read-models/collection.ts';
import { CLOCK_KEY } from '../../writer/changes/changed-keys.ts';
import type { Reader } from '../operations/read.ts';
import type { Services } from '../operations/services.ts';
import { waitForOwnWrites } from './wait.ts';

type TimeReader = Omit<Reader, 'services'> & {
  readonly services: Reader['services'] & Pick<Services, 'clock'>;
};

/** Milliseconds since 1970. Only sandbox books can be ahead of the clock. Throws ReadModelBehind. */
export async function bookTime(caller: TimeReader): Promise<number> {
  const { services, stream } = caller;
  if (environmentOf(stream) === 'production') return services.clock();
  await waitForOwnWrites(caller, { collections: [], keysOf: () => [CLOCK_KEY] });
  const found = await services.documents.get(BOOK_CLOCKS, bookClockId(stream));
  const aheadSeconds = found === undefined ? 0 : parseBody(BOOK_CLOCKS, found).ahead_seconds;
  return services.clock() + aheadSeconds * 1_000;
}
