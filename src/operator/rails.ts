/** Rails, and the switch that takes one out of use: in every process, and until it is put back. */
import { validateRailAvailabilityChange } from '../generated/validators.js';
import { noSuch } from '../http/errors.ts';
import type { RailPlace } from '../rails/rails.ts';
import { operatorRoute } from './route.ts';
import type { OperatorRoute } from './route.ts';
import type { OperatorServices } from './services.ts';
import { submitToPlatform } from './write.ts';

export const railsRoutes: readonly OperatorRoute[] = [
  operatorRoute({
    method: 'GET',
    path: '/operator/v1/rails',
    role: 'viewer',
    handle({ services }) {
      const data = services.railPlaces.served.map((place) =>
        shown(services, place, isEnabled(services, place)),
      );
      return { status: 200, body: JSON.stringify({ data }) };
    },
  }),
  operatorRoute({
    method: 'POST',
    path: '/operator/v1/rails/{environment}/{rail}/availability',
    role: 'admin',
    body: validateRailAvailabilityChange,
    handle(call) {
      const { services, params, body } = call;
      const { available, reason } = body;
      const place = services.railPlaces.served.find(
        ({ environment, rail }) => environment === params.environment && rail === params.rail,
      );
      if (place === undefined) return noSuch('rail');
      const { environment, rail } = place;
      return submitToPlatform(call, {
        decide() {
          const answer = { status: 200, body: JSON.stringify(shown(services, place, available)) };
          // The switch may be there already.
          if (isEnabled(services, place) === available) return { events: [], answer };
          const data = { environment, rail, available };
          return { events: [{ type: 'rail.availability_changed', data }], answer };
        },
        reason,
      });
    },
  }),
];

const isEnabled = ({ platform }: OperatorServices, { environment, rail }: RailPlace): boolean =>
  platform().isRailUp(environment, rail);

const shown = ({ railPlaces }: OperatorServices, place: RailPlace, enabled: boolean) => ({
  object: 'rail' as const,
  ...place,
  enabled,
  available: enabled && railPlaces.answers(place.environment, place.rail),
});
