/** What the harness requires of an answer. */
import { isObject, textOf } from '../model/prediction.ts';
import type { Answer } from '../model/prediction.ts';
import { Difference } from '../checks/difference.ts';

export function expectStatus(answer: Answer, about: string, ...statuses: readonly number[]): Answer {
  if (!statuses.includes(answer.status))
    throw new Difference(`${about} was answered with ${answer.status} ${answer.text}`);
  return answer;
}

export function expectRefusal(answer: Answer, about: string, status: number, code: string): void {
  expectStatus(answer, about, status);
  const error = isObject(answer.body) ? answer.body['error'] : undefined;
  if (textOf(error, 'code') !== code) throw new Difference(`${about} was refused with ${answer.text}`);
}

/** Of requests at the same time, one succeeds, and 409 refuses the others. Returns its place. */
export function expectOneSuccess(answers: readonly Answer[], about: string, success = 200): number {
  const places = answers.flatMap(({ status }, at) => (status === success ? at : []));
  const [place] = places;
  if (
    place === undefined ||
    places.length > 1 ||
    answers.some(({ status }) => ![success, 409].includes(status))
  )
    throw new Difference(`${about}: ${answers.map(({ text }) => text).join(' and ')}`);
  return place;
}
