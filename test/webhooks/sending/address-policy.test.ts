import { expect } from 'chai';
import { isAddressAllowed } from '../../../src/webhooks/webhook-sender.ts';

const OPEN = { isEncrypted: true, allowLoopback: false };
const LOCAL = { isEncrypted: true, allowLoopback: true };

describe('The address policy', () => {
  it('allows public internet addresses', () => {
    for (const address of ['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:82a::200e'])
      expect(isAddressAllowed(address, OPEN), address).to.equal(true);
  });

  it('refuses private networks and addresses that embed or translate another one', () => {
    const refused = [
      ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', '169.254.169.254'],
      ...['0.0.0.0', '0.1.2.3', '224.0.0.1', '255.255.255.255', '240.0.0.1', '192.0.2.1', '198.18.0.1'],
      ...['::', 'fe80::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', 'fec0::1', '100::1', '2001:db8::1'],
      ...['::ffff:10.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '::8.8.8.8'],
      ...['64:ff9b::a00:1', '64:ff9b::808:808', '64:ff9b:1::1', '2002:a00:1::', '2001::1', '4000::1'],
      ...['', 'localhost', '8.8.8.8.8', 'example.com'],
    ];
    for (const address of refused) {
      expect(isAddressAllowed(address, OPEN), address).to.equal(false);
      expect(isAddressAllowed(address, LOCAL), address).to.equal(false);
    }
  });

  it('refuses the metadata addresses of cloud providers', () => {
    for (const address of ['168.63.129.16', '0xa83f8110', '::ffff:168.63.129.16'])
      expect(isAddressAllowed(address, LOCAL), address).to.equal(false);
    expect(isAddressAllowed('168.63.129.17', OPEN)).to.equal(true);
  });

  it('allows loopback only if configured', () => {
    for (const address of ['127.0.0.1', '127.255.0.3', '::1']) {
      expect(isAddressAllowed(address, OPEN), address).to.equal(false);
      expect(isAddressAllowed(address, LOCAL), address).to.equal(true);
    }
  });

  it('allows only loopback without TLS', () => {
    expect(isAddressAllowed('8.8.8.8', { ...OPEN, isEncrypted: false })).to.equal(false);
    expect(isAddressAllowed('8.8.8.8', { ...LOCAL, isEncrypted: false })).to.equal(false);
    expect(isAddressAllowed('127.0.0.1', { ...LOCAL, isEncrypted: false })).to.equal(true);
    expect(isAddressAllowed('127.0.0.1', { ...OPEN, isEncrypted: false })).to.equal(false);
  });
});
