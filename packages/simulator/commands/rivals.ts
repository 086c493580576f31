/** Other commands about the wallets of a command, which are sent at the same time: from the other side, or at another price. */
import { isOf, isPoints, toReference, walletIn } from './draft-context.ts';
import type { Context, Draft, Made } from './draft-context.ts';
import { isReference } from './command.ts';
import type { ApiCommand, Data, Reference } from './command.ts';
import { pointAmount } from './transfer-drafts.ts';

type Body = { readonly [name: string]: Data };

const wallet = (wallet_id: Reference): Data => ({ type: 'wallet', wallet_id });

/** Undefined if the command names no wallet that is known. */
export function rivalOf(context: Context, { body = {} }: ApiCommand): Draft | undefined {
  const { random, created } = context;
  const [from, to] = [walletIn(body['source']) ?? walletIn(body), walletIn(body['destination'])];
  const made = created.get('wal')?.find(({ serial }) => serial === (from ?? to)?.$answer);
  if (made === undefined) return undefined;
  const one = toReference(made, 'wal');
  const other = created.get('wal')?.find((each) => isOf(each, made) && each.asset !== made.asset);
  const quote = created.get('qt')?.findLast((each) => isQuoteFrom(each, made));
  const rivals: readonly (Draft | undefined)[] = [
    from && to && transfer({ source: wallet(to), destination: wallet(from), amount: pointAmount(context) }),
    other && {
      operation: 'createQuote',
      body: {
        ...{ source_wallet_id: one, destination_wallet_id: toReference(other, 'wal') },
        amount: isPoints(made) ? random.pick(['1', '99.99', '250.00']) : '0.001',
      },
    },
    quote &&
      other && {
        ...transfer({
          ...{ source: wallet(one), destination: wallet(toReference(other, 'wal')) },
          ...{ amount: quote.body?.['amount'] ?? '1', quote_id: toReference(quote, 'qt') },
        }),
      },
  ];
  return random.pickAny(rivals.filter((each) => each !== undefined));
}

const isQuoteFrom = ({ body }: Made, { serial }: Made): boolean => {
  const source = body?.['source_wallet_id'];
  return isReference(source) && source.$answer === serial;
};

const transfer = (body: Body): Draft => ({ operation: 'createTransfer', body });
