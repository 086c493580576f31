/**
 * The filters, the order, and the columns of lists of the console, saved under names. A view is a document that decides nothing: who
 * opens it makes the same calls as without it.
 */
import { hash } from 'node:crypto';
import type { SavedView, SavedViewCreate, SavedViewUpdate } from '../../generated/api.ts';
import { invalidFields, isProblem, notFoundProblem, problem, type Problem } from '../../http/errors.ts';
import { encodeBase32 } from '../../ledger/ids.ts';
import { collection, getValue, listValues, writeLatest } from '../../read-models/collection.ts';
import type { CollectionSpec } from '../../read-models/port.ts';
import { pageInMemory } from '../lists/list-page.ts';
import { compareTexts } from '../lists/sorting.ts';
import type { OperatorCall, OperatorCaller, OperatorHandlers } from '../operations/operation.ts';

const SAVED_VIEWS = collection<SavedView>('saved_views_v1');
export const SAVED_VIEW_COLLECTIONS: readonly CollectionSpec[] = [{ name: SAVED_VIEWS, kind: 'state' }];

const SCOPE = 'saved_views';
const SHARED_TERM = 'shared';
const ownerTerm = (operatorId: string): string => `owner:${operatorId}`;

/** Of one operator. Two requests at the same time can exceed it by one. */
const VIEWS_MAX = 50;
/** The views of an operator, and those that others share. More are not listed. */
const LISTED_MAX = 1_000;

export const savedViewHandlers = {
  async listSavedViews({ query: { page, ...query }, ...call }) {
    const views = await viewsWith(call, [SHARED_TERM, ownerTerm(call.token.id)]);
    return pageInMemory(page === undefined ? views : views.filter((each) => each.page === page), query);
  },
  async getSavedView(call) {
    const view = await visibleView(call, call.params.saved_view_id);
    return view === undefined ? notFoundProblem('saved view') : reply(200, view);
  },
  createSavedView: (call) => create(call, call.body),
  async updateSavedView(call) {
    const view = await changeableView(call, call.params.saved_view_id);
    return isProblem(view) ? view : update(call, view, call.body);
  },
  async deleteSavedView(call) {
    const view = await changeableView(call, call.params.saved_view_id);
    if (isProblem(view)) return view;
    await write(call, view.id, null);
    return reply(200, view);
  },
} satisfies Partial<OperatorHandlers>;

const reply = (status: number, view: SavedView) => ({ status, body: JSON.stringify(view) });

/** The views with one of the terms, oldest first. */
async function viewsWith(
  { services: { documents } }: Pick<OperatorCaller, 'services'>,
  terms: readonly string[],
): Promise<readonly SavedView[]> {
  const query = { scope: SCOPE, terms, order: 'newest', limit: LISTED_MAX } as const;
  const views = await listValues(documents, SAVED_VIEWS, query);
  return views.sort((a, b) => compareTexts(a.created_at, b.created_at) || compareTexts(a.id, b.id));
}

const isOwn = ({ token }: OperatorCaller, { owner }: SavedView): boolean => owner.operator_id === token.id;

/** Undefined for a view that another operator does not share. */
async function visibleView(call: OperatorCaller, id: string): Promise<SavedView | undefined> {
  const view = await getValue(call.services.documents, SAVED_VIEWS, id);
  return view === undefined || view.shared || isOwn(call, view) ? view : undefined;
}

async function changeableView(call: OperatorCaller, id: string): Promise<SavedView | Problem> {
  const view = await visibleView(call, id);
  if (view === undefined) return notFoundProblem('saved view');
  return isOwn(call, view) || call.token.role === 'admin'
    ? view
    : problem('permission_denied', 'Only its owner and admins can change a shared view.');
}

async function create(
  call: OperatorCall<'createSavedView'>,
  { page, name, query, shared = false }: SavedViewCreate,
) {
  const { services, token } = call;
  const id = idOf(call);
  const repeated = await getValue(services.documents, SAVED_VIEWS, id);
  if (repeated !== undefined) return { ...reply(201, repeated), replayed: true };
  const own = await viewsWith(call, [ownerTerm(token.id)]);
  if (own.length >= VIEWS_MAX)
    return invalidName('limit', `You have ${VIEWS_MAX} views. Remove one of them first.`);
  if (own.some((each) => each.page === page && each.name === name)) return nameTaken(name);
  const now = new Date(services.clock()).toISOString();
  const owner = { operator_id: token.id, name: token.name };
  const times = { created_at: now, updated_at: now };
  const view: SavedView = { id, object: 'saved_view', page, name, query, shared, owner, ...times };
  await write(call, id, view);
  return reply(201, view);
}

async function update(call: OperatorCaller, view: SavedView, changes: SavedViewUpdate) {
  const updated_at = new Date(call.services.clock()).toISOString();
  const changed: SavedView = { ...view, ...changes, updated_at };
  const others = await viewsWith(call, [ownerTerm(view.owner.operator_id)]);
  const isTaken = others.some(
    ({ id, page, name }) => id !== view.id && page === view.page && name === changed.name,
  );
  if (isTaken) return nameTaken(changed.name);
  await write(call, view.id, changed);
  return reply(200, changed);
}

const invalidName = (code: string, message: string): Problem =>
  invalidFields([{ field: 'name', code, message }]);

const nameTaken = (name: string): Problem =>
  invalidName('taken', `Another view of the list is called “${name}” already.`);

/** The same for a repeated request, which so saves no second view. */
function idOf({ idempotency }: OperatorCaller): string {
  const digest = Buffer.from(hash('sha256', idempotency?.key ?? ''), 'hex');
  const digits = [0, 5, 10, 15].map((at) => encodeBase32(digest.readUIntBE(at, 5), 8)).join('');
  return `svw_${digits.slice(0, 26)}`;
}

function write({ services }: OperatorCaller, id: string, view: SavedView | null): Promise<void> {
  const terms = view && [ownerTerm(view.owner.operator_id), ...(view.shared ? [SHARED_TERM] : [])];
  const document = terms && { id, scope: SCOPE, terms, body: JSON.stringify(view) };
  return writeLatest(services.documents, SAVED_VIEWS, { id, document }, services.clock());
}
