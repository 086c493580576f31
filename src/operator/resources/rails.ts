/** Rails, and enabling or disabling one in all processes. */
import { notFoundProblem } from '../../http/errors.ts';
import type { ConfiguredRail } from '../../rails/rails.ts';
import type { OperatorHandlers } from '../operations/operation.ts';
import { submitToPlatform } from '../operations/platform-write.ts';
import type { OperatorServices } from '../operations/services.ts';

type RailId = Pick<ConfiguredRail, 'environment' | 'rail'>;

export const railHandlers = {
  listRails({ services }) {
    const data = services.runningRails.configured.map((configured) =>
      presentRail(services, configured, isEnabled(services, configured)),
    );
    return { status: 200, body: JSON.stringify({ data }) };
  },
  setRailAvailability(call) {
    const { services, params, body } = call;
    const { available, reason } = body;
    const configured = services.runningRails.configured.find(
      ({ environment, rail }) => environment === params.environment && rail === params.rail,
    );
    if (configured === undefined) return notFoundProblem('rail');
    const { environment, rail } = configured;
    return submitToPlatform(call, {
      decide() {
        const answer = { status: 200, body: JSON.stringify(presentRail(services, configured, available)) };
        // The rail may already be in this state.
        if (isEnabled(services, configured) === available) return { events: [], answer };
        const data = { environment, rail, available };
        return { events: [{ type: 'rail.availability_changed', data }], answer };
      },
      reason,
    });
  },
} satisfies Partial<OperatorHandlers>;

type RailServices = Pick<OperatorServices, 'platform' | 'runningRails'>;

const isEnabled = ({ platform }: RailServices, { environment, rail }: RailId): boolean =>
  platform().isRailEnabled(environment, rail);

const isUp = ({ runningRails }: RailServices, { environment, rail }: RailId): boolean =>
  runningRails.isProviderUp(environment, rail);

const presentRail = (services: OperatorServices, configured: ConfiguredRail, enabled: boolean) => ({
  object: 'rail' as const,
  ...configured,
  enabled,
  available: enabled && isUp(services, configured),
});

/** Whether a rail is enabled and its provider responds. */
export const isRailAvailable = (services: RailServices, rail: RailId): boolean =>
  isEnabled(services, rail) && isUp(services, rail);
