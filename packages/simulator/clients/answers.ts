/** Answers as clients see them. */
import type { BuiltRequest } from '../commands/request.ts';
import { isObject, textOf } from '../model/prediction.ts';
import type { Answer, Json, JsonObject } from '../model/prediction.ts';

/** The model does not know the rails that clients do not use. */
export function withoutOtherRails({ operation }: BuiltRequest, answer: Answer): Answer {
  const { body } = answer;
  const routes = operation === 'listRoutes' && isObject(body) ? body['data'] : undefined;
  if (!Array.isArray(routes)) return answer;
  const data = (routes as readonly Json[]).filter(
    (each) => !/"rail":"(wire|giro)"/.test(JSON.stringify(each)),
  );
  return { ...answer, body: { ...(body as JsonObject), data } };
}

export const codeOf = ({ status, body }: Answer): string =>
  `${status} ${textOf(isObject(body) ? body['error'] : undefined, 'code')}`;

/** Whether the service could not answer now. A rail that is unavailable is an answer. */
export const mayRepeat = (answer: Answer): boolean =>
  answer.status === 503 && codeOf(answer) !== '503 provider_unavailable';
