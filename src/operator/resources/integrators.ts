/** Integrators. Each has one book per environment from its first event. */

import { Buffer } from 'node:buffer';
import { imageSize } from 'image-size';
import type { ErrorDetail } from '../../generated/api.ts';
import { invalidFields, notFoundProblem } from '../../http/errors.ts';
import { NO_BRAND, type Brand } from '../../platform/brand.ts';
import { newIntegrator } from '../../platform/credentials.ts';
import type { Integrator } from '../../platform/platform.ts';
import { pageInMemory } from '../operations/memory-page.ts';
import type { OperatorHandlers } from '../operations/operation.ts';
import { submitToPlatform } from '../operations/platform-write.ts';
import { freshPlatform } from '../operations/services.ts';

const presentIntegrator = ({ id, name, created_at }: Integrator) => ({
  id,
  object: 'integrator' as const,
  name,
  created_at,
});

export const integratorHandlers = {
  listIntegrators: async ({ services, query }) =>
    pageInMemory([...(await freshPlatform(services)).integrators.values()].map(presentIntegrator), query),
  createIntegrator(call) {
    const { name } = call.body;
    return submitToPlatform(call, {
      decide({ time }) {
        const { id, event } = newIntegrator(name);
        const body = JSON.stringify(presentIntegrator({ id, name, created_at: time }));
        return { events: [event], answer: { status: 201, body } };
      },
    });
  },
  async getIntegrator({ services, params }) {
    const found = (await freshPlatform(services)).integrators.get(params.integrator_id);
    return found === undefined
      ? notFoundProblem('integrator')
      : { status: 200, body: JSON.stringify(presentIntegrator(found)) };
  },
} satisfies Partial<OperatorHandlers>;

// Brands of integrators: how hosted pages show them.

const presentBrand = (integrator_id: string, brand: Brand = NO_BRAND) => ({
  object: 'brand' as const,
  integrator_id,
  ...brand,
});

export const brandHandlers = {
  async getIntegratorBrand({ services, params: { integrator_id: id } }) {
    const platform = await freshPlatform(services);
    if (!platform.integrators.has(id)) return notFoundProblem('integrator');
    return { status: 200, body: JSON.stringify(presentBrand(id, platform.brands.get(id))) };
  },
  async changeIntegratorBrand(call) {
    const { services, params, body } = call;
    const { integrator_id } = params;
    const platform = await freshPlatform(services);
    if (!platform.integrators.has(integrator_id)) return notFoundProblem('integrator');
    const details = problemsWith(body);
    if (details.length > 0) return invalidFields(details);
    return submitToPlatform(call, {
      decide() {
        const brand = { ...NO_BRAND, ...platform.brands.get(integrator_id), ...body };
        const data = { integrator_id, ...brand };
        return {
          events: [{ type: 'integrator.brand_changed', data }],
          answer: { status: 200, body: JSON.stringify(presentBrand(integrator_id, brand)) },
        };
      },
    });
  },
} satisfies Partial<OperatorHandlers>;

function problemsWith({ logo, support_contact, privacy_url }: Partial<Brand>): readonly ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const add = (field: string, message: string) => problems.push({ field, code: 'invalid_value', message });
  const image = logo && problemWithLogo(logo);
  if (image) add('logo', image);
  for (const [field, url] of Object.entries({ support_contact, privacy_url }))
    if (url?.startsWith('https:') === true && !URL.canParse(url)) add(field, 'This is not a valid URL.');
  return problems;
}

const PIXELS_MIN = 16;
const PIXELS_MAX = 1024;
const TYPES = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' } as const;

/** Only the kind and the size of an image are checked: browsers show it as an image and never as anything else. */
function problemWithLogo({ media_type, data }: NonNullable<Brand['logo']>): string | undefined {
  const bytes = Buffer.from(data, 'base64');
  if (bytes.toString('base64') !== data) return 'The image must be in Base64.';
  const size = sizeOf(bytes);
  if (size?.type !== TYPES[media_type]) return `This is not an image of type ${media_type}.`;
  const fits = [size.width, size.height].every((pixels) => pixels >= PIXELS_MIN && pixels <= PIXELS_MAX);
  return fits ? undefined : `The image must be between ${PIXELS_MIN} and ${PIXELS_MAX} pixels wide and high.`;
}

/** Undefined for bytes that are no image. */
function sizeOf(bytes: Buffer): ReturnType<typeof imageSize> | undefined {
  try {
    return imageSize(bytes);
  } catch {
    return undefined;
  }
}
