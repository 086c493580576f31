import { createClient } from '@svc-ledger/client';
import { startShop } from './shop.ts';

const { BASE_URL = 'http://127.0.0.1:3000', API_KEY = '', PORT = '4000' } = process.env;
const { url } = await startShop(createClient({ baseUrl: BASE_URL, apiKey: API_KEY }), Number(PORT));
console.log(`The shop listens on ${url}`);
