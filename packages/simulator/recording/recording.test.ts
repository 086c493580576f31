import { expect } from 'chai';
import { IS_FULL } from '../../../test/support/effort.ts';
import { simulate, type SimulationResult } from '../simulation.ts';
import { describeRecording, shrinkRecording } from './recording.ts';
import type { Recording } from './recording.ts';

const OPTIONS = { seed: 31, nodes: 2, clients: 3, commands: 120, hasFaults: true };

const waits = (...serials: readonly number[]) => serials.map((serial) => [{ serial, waitMs: 1 }]);

// Takes half a minute of processor time.
if (IS_FULL)
  describe('the recording of a run', () => {
    let first: SimulationResult;
    before(async () => {
      first = await simulate(OPTIONS);
    });

    it('repeats the run exactly', async () => {
      expect(first.failure).to.equal(undefined);
      expect(first.recording.faults.length).to.be.greaterThan(3);
      const again = await simulate({ ...OPTIONS, recording: first.recording });
      expect(again.trace.digest()).to.equal(first.trace.digest());
      expect(again.recording).to.deep.equal(first.recording);
    });

    it('can leave out faults and commands', async () => {
      const { recording } = first;
      const shorter = { commands: recording.commands.map((each) => each.slice(0, 5)), faults: [] };
      const result = await simulate({ ...OPTIONS, recording: shorter });
      expect(result.failure).to.equal(undefined);
      expect(result.recording).to.deep.equal(shorter);
      expect([...result.faults.keys()].filter((name) => name.startsWith('events.'))).to.deep.equal([]);
    });
  });

describe('shrinkRecording', () => {
  const recording: Recording = { commands: [waits(0, 1, 2, 3), waits(0, 1, 2)], faults: [1, 2, 3, 4, 5] };
  const serialsOf = ({ commands }: Recording) =>
    commands.map((each) => each.flat().map(({ serial }) => serial));

  it('keeps only the commands and faults without which the recording does not fail', async () => {
    const shortest = await shrinkRecording(
      recording,
      (each) => {
        const [one = [], two = []] = serialsOf(each);
        return Promise.resolve(one.includes(2) && two.includes(0) && each.faults.includes(4));
      },
      () => false,
    );
    expect(serialsOf(shortest)).to.deep.equal([[2], [0]]);
    expect(shortest.faults).to.deep.equal([4]);
    expect(describeRecording(shortest)).to.equal('2 commands, 1 faults');
  });

  it('leaves out all faults if the commands alone fail', async () => {
    const shortest = await shrinkRecording(
      recording,
      (each) => Promise.resolve(serialsOf(each)[1]?.includes(1) === true),
      () => false,
    );
    expect(serialsOf(shortest)).to.deep.equal([[], [1]]);
    expect(shortest.faults).to.deep.equal([]);
  });

  it('returns the shortest run that it has found when the time is over', async () => {
    let runs = 0;
    const shortest = await shrinkRecording(
      recording,
      () => Promise.resolve(true),
      () => ++runs > 3,
    );
    expect(shortest.faults).to.deep.equal([]);
    expect(shortest.commands.flat(2).length).to.be.within(1, 6);
  });
});
