/*
 * What the forms remember until the tab is closed: a sandbox key, and the IDs of the reader's objects. Other keys are never
 * stored: an operator token stays in the memory of the page, and production keys are refused.
 */
const SESSION_KEY = 'docs.key';
const SESSION_IDS = 'docs.ids';

const readSession = (name) => {
  try {
    return sessionStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
};
const writeSession = (name, value) => {
  try {
    if (value === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, value);
  } catch {
    // The browser stores nothing for this site; the page remembers until it is left.
  }
};

const isProductionKey = (key) => key.startsWith('svc_live_');
const secrets = { api_key: readSession(SESSION_KEY), bearer: '' };

const keepSecret = (authentication, key) => {
  secrets[authentication] = key;
  if (authentication === 'api_key') writeSession(SESSION_KEY, key.startsWith('svc_test_') ? key : '');
};

/** By variable, such as `WALLET_ID`: the newest ID first. */
const knownIds = JSON.parse(readSession(SESSION_IDS) || '{}');
const KNOWN_IDS_MAX = 2;
const CODES_WITH_ID = { external_reference_exists: 'user', wallet_exists: 'wallet' };

const rememberId = (type, id) => {
  const name = `${type.toUpperCase()}_ID`;
  knownIds[name] = [id, ...(knownIds[name] ?? []).filter((each) => each !== id)].slice(0, KNOWN_IDS_MAX);
  writeSession(SESSION_IDS, JSON.stringify(knownIds));
};

/** Remembers the object of a response, the newest object of a list of a new type, or the object that an error names. */
const rememberIds = (response) => {
  const { object, id, asset, data, error } = response ?? {};
  const existing = CODES_WITH_ID[error?.code];
  if (typeof object === 'string' && typeof id === 'string')
    rememberId(asset === 'svc-coin' && object === 'wallet' ? 'coin_wallet' : object, id);
  else if (existing !== undefined) rememberId(existing, error.existing_id);
  else if (
    Array.isArray(data) &&
    data.length > 0 &&
    knownIds[`${data[0].object?.toUpperCase()}_ID`] === undefined
  )
    rememberIds(data[0]);
};

/** The ID that a variable stands for, if it is known. `OTHER_WALLET_ID` is the second newest wallet. */
const knownId = (variable) =>
  variable.startsWith('OTHER_') ? knownIds[variable.slice('OTHER_'.length)]?.[1] : knownIds[variable]?.[0];

/** A JSON value with IDs in place of variables, as far as they are known. */
const withKnownIds = (value) => {
  if (Array.isArray(value)) return value.map(withKnownIds);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withKnownIds(each)]));
  const variable = variableIn(value);
  return (variable === undefined ? undefined : knownId(variable)) ?? value;
};
