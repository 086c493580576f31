/** A small example domain for the projector tests: coins in boxes. */
import { randomUUID } from 'node:crypto';
import type { NewEvent, StoredEvent } from '../../../src/event-store/port.ts';
import type { Projection, RecordedEvent } from '../../../src/read-models/projection.ts';

export type CoinEvent =
  | { type: 'coins.moved'; data: { from: string | null; to: string; coins: number } }
  | { type: 'box.removed'; data: { box: string } }
  | { type: 'day.ended'; data: Record<string, never> };

export type Box = { id: string; coins: number; moves: number };

export function newEvent(event: CoinEvent): NewEvent {
  return { id: randomUUID(), type: event.type, data: JSON.stringify(event.data), metadata: '{}' };
}

export function moved(from: string | null, to: string, coins: number): CoinEvent {
  return { type: 'coins.moved', data: { from, to, coins } };
}

export function removed(box: string): CoinEvent {
  return { type: 'box.removed', data: { box } };
}

export const dayEnded: CoinEvent = { type: 'day.ended', data: {} };

export function decodeCoins(stored: StoredEvent): RecordedEvent<CoinEvent> {
  const { stream, revision, position, type, data } = stored;
  const time = '2026-01-01T00:00:00.000Z';
  const metadata = { schema_version: 1, time, actor: 'system:test', request_id: 'req_1' };
  // The tests append only coin events.
  const event = { type, data: JSON.parse(data) as unknown } as CoinEvent;
  const place = { stream, revision, position, time, scope: stream, metadata };
  return { ...event, ...place, personal: null, keyedTerm: (text) => text };
}

/** The coins of each box, and a log of the boxes' contents after each event. */
export const boxes: Projection<CoinEvent, Box> = {
  name: 'boxes',
  version: 1,
  state: 'boxes',
  log: 'moves',
  rules: {
    'coins.moved': {
      touches: ({ data }) => (data.from === null ? [data.to] : [data.from, data.to]),
      fold: (before, { data }, id) => {
        const { coins, moves } = before?.value ?? { coins: 0, moves: 0 };
        const left = coins + (data.to === id ? data.coins : 0) - (data.from === id ? data.coins : 0);
        return { value: { id, coins: left, moves: moves + 1 }, terms: left === 0 ? ['empty'] : ['filled'] };
      },
      emit: ({ position, stream, data }, folded) => [
        {
          id: `move_${String(position).padStart(6, '0')}`,
          terms: folded.map(({ id }) => `box:${id}`),
          value: { stream, coins: data.coins, left: folded.map(({ id, after }) => [id, after?.value.coins]) },
        },
      ],
    },
    'box.removed': {
      touches: ({ data }) => [data.box],
      fold: (before, { data }) => {
        if (before === undefined) throw new Error(`There is no box ${data.box}.`);
        return null;
      },
      emit: ({ position }, [box]) => [
        {
          id: `move_${String(position).padStart(6, '0')}`,
          terms: [],
          value: { removed: box?.before?.value },
        },
      ],
    },
    'day.ended': 'ignore',
  },
};

/** A projection with a log only. */
export const totals: Projection<CoinEvent> = {
  name: 'totals',
  version: 2,
  log: 'totals',
  rules: {
    'coins.moved': {
      emit: ({ position, data }) => [{ id: `t_${position}`, terms: ['total'], value: { coins: data.coins } }],
    },
    'box.removed': 'ignore',
    'day.ended': 'ignore',
  },
};
