/** A key of a person's data is missing in the vault, although the person was not forgotten: the vault went back or was emptied. */
import { StoreUnavailable } from '../event-store/port.ts';

export class PersonalKeyLost extends StoreUnavailable {
  constructor() {
    super('A key of personal data is missing in the vault, although the person was not forgotten.');
  }
}
