/** What the search covers: guides by section, operations, objects and their fields, errors, event types, and transfer states. */
import { nextTurn as yieldToEventLoop } from '../../system/runtime.ts';
import { sectionsOf, type Guide, type Guides } from '../guides.ts';
import { documentedObjects, operationHref, operationsOf, type ApiReference } from '../reference/api-pages.ts';
import { ABOUT_KINDS, EVENT_TYPES, TRANSFER_KINDS, stepsOf } from '../reference/concept-pages.ts';
import { errorEntries, errorHref } from '../reference/error-codes.ts';
import { errorCodesOf, variantsOf, type Schema } from '../reference/openapi-document.ts';
import { fieldsOf } from '../reference/schema-view.ts';

export type SearchDocument = {
  readonly href: string;
  readonly title: string;
  /** For example `Guide`, or the method and path of an operation. */
  readonly kind: string;
  /** Without markup; results quote it. */
  readonly text: string;
  /** More words to find it by. */
  readonly words?: string;
  /** Multiplies the score. */
  readonly weight: number;
};

const WEIGHTS = { page: 1.2, operation: 1.5, entry: 1.2, field: 0.6, section: 1 } as const;
/** Most readers look for the API of integrators. */
const OPERATOR_WEIGHT = 0.5;

/** The event types and states belong to the first reference. Yields so often that other requests can be answered in between. */
export async function searchDocuments(
  references: readonly ApiReference[],
  guides: Guides,
): Promise<readonly SearchDocument[]> {
  const documents = [
    ...references.flatMap(referenceDocuments),
    ...references.slice(0, 1).flatMap(conceptDocuments),
    ...errorDocuments(references),
  ];
  for (const guide of guides.all) {
    await yieldToEventLoop();
    documents.push(...guideDocuments(guide));
  }
  return documents;
}

function referenceDocuments(reference: ApiReference): SearchDocument[] {
  const { root, name, document } = reference;
  const isOperator = document.authentication === 'bearer';
  const kindOf = (kind: string): string => (isOperator ? `${kind}, ${name}` : kind);
  const topics = document.topics.flatMap((topic): SearchDocument[] => [
    {
      href: `${root}/${topic.slug}`,
      title: topic.name,
      kind: name,
      text: topic.description,
      weight: WEIGHTS.page,
    },
    ...operationsOf(reference, topic).map((each) => ({
      href: operationHref(reference, each),
      title: each.summary,
      kind: `${each.method} ${each.path}`,
      text: plain(each.description),
      words: [each.id, ...each.parameters.map((parameter) => parameter.name)].join(' '),
      weight: WEIGHTS.operation,
    })),
  ]);
  const objects = documentedObjects(reference).flatMap((object): SearchDocument[] => {
    const schema = document.schemas[object] ?? {};
    const href = `${root}/objects#${object}`;
    return [
      {
        href,
        title: object,
        kind: kindOf('Object'),
        text: plain(schema.description),
        weight: WEIGHTS.entry,
      },
      ...fieldsOf(schema).map((field) => ({
        href: `${href}.${field.name}`,
        title: `${object}.${field.name}`,
        kind: kindOf('Field'),
        text: plain(field.schema.description),
        words: valuesOf(field.schema).join(' '),
        weight: WEIGHTS.field,
      })),
    ];
  });
  return [...topics, ...objects].map((each) =>
    isOperator ? { ...each, weight: each.weight * OPERATOR_WEIGHT } : each,
  );
}

function errorDocuments([api]: readonly ApiReference[]): SearchDocument[] {
  const codes = new Set(api?.document.operations.flatMap(errorCodesOf));
  return [...errorEntries()].map(([code, { status, description, causes, action }]) => ({
    href: errorHref(code),
    title: code,
    kind: `Error ${status}`,
    text: plain([description, ...causes, action].join(' ')),
    weight: codes.has(code) ? WEIGHTS.entry : WEIGHTS.entry * OPERATOR_WEIGHT,
  }));
}

const valuesOf = (schema: Schema): string[] =>
  [schema, ...(variantsOf(schema) ?? [])].flatMap(({ enum: values }) => values ?? []).map(String);

const plain = (markdown = ''): string => markdown.replace(/[`*]|\]\([^)]*\)|\[/g, '');

const conceptDocuments = ({ root }: ApiReference): SearchDocument[] => [
  ...Object.entries(EVENT_TYPES).map(([type, { object, when }]) => ({
    href: `${root}/event-types#${type}`,
    title: type,
    kind: 'Event type',
    text: `${plain(when)} Contains ${object}.`,
    weight: WEIGHTS.entry,
  })),
  ...TRANSFER_KINDS.map((kind) => ({
    href: `${root}/states#${kind}`,
    title: `States of ${kind}`,
    kind: 'Transfer states',
    text: [
      ABOUT_KINDS[kind],
      ...stepsOf(kind).map(({ from, to, when }) => `${from} to ${to}: ${plain(when)}`),
    ].join(' '),
    weight: WEIGHTS.entry,
  })),
];

const guideDocuments = ({ name, title, text }: Guide): SearchDocument[] =>
  sectionsOf(text).map((section) => {
    const isStart = section.level === 1;
    return {
      href: `/docs/guides/${name}${isStart ? '' : `#${section.id}`}`,
      title: section.title,
      kind: isStart ? 'Guide' : title,
      text: section.text,
      weight: isStart ? WEIGHTS.page : WEIGHTS.section,
    };
  });
