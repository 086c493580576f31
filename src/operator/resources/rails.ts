/** Rails, and enabling or disabling one in all processes. */
import { notFoundProblem } from '../../api/server/errors.ts';
import type { ConfiguredRail } from '../../rails/rails.ts';
import type { OperatorServices } from '../operations/services.ts';
import { submitToPlatform } from '../operations/platform-write.ts';
import type { OperatorHandlers } from '../operations/operation.ts';

export const railHandlers = {
  listRails({ services }) {
    const data = services.runningRails.served.map((place) =>
      shown(services, place, isEnabled(services, place)),
    );
    return { status: 200, body: JSON.stringify({ data }) };
  },
  setRailAvailability(call) {
    const { services, params, body } = call;
    const { available, reason } = body;
    const place = services.runningRails.served.find(
      ({ environment, rail }) => environment === params.environment && rail === params.rail,
    );
    if (place === undefined) return notFoundProblem('rail');
    const { environment, rail } = place;
    return submitToPlatform(call, {
      decide() {
        const answer = { status: 200, body: JSON.stringify(shown(services, place, available)) };
        // The rail may already be in this state.
        if (isEnabled(services, place) === available) return { events: [], answer };
        const data = { environment, rail, available };
        return { events: [{ type: 'rail.availability_changed', data }], answer };
      },
      reason,
    });
  },
} satisfies Partial<OperatorHandlers>;

const isEnabled = ({ platform }: OperatorServices, { environment, rail }: ConfiguredRail): boolean =>
  platform().isRailEnabled(environment, rail);

const shown = ({ runningRails }: OperatorServices, place: ConfiguredRail, enabled: boolean) => ({
  object: 'rail' as const,
  ...place,
  enabled,
  available: enabled && runningRails.answers(place.environment, place.rail),
});
