import { expect, test } from 'vitest';
import { convertBytes } from '../../jobs/convert-bytes.ts';
import { createRegistry } from '../../jobs/default-registry.ts';
import { writeWalkmesh } from '../../pipeline/bytes.ts';
import { NO_HOOKS } from '../../src/model/walkmesh.ts';
import { runs } from '../support/thorough.ts';
import { floor } from '../support/walkmeshes.ts';
import { runCase } from './case.ts';
import { HEAVY, SUBJECTS } from './subjects.ts';

const SEED = Number(process.env['WOKFLOW_SEED'] ?? 20_261_122);
const TIMES = runs(20, 200);

/** What `npm run fuzz` does for minutes, for a moment. */
test.each(Object.keys(SUBJECTS))('%s: changed inputs are read soundly or refused', async (reader) => {
	const counts = { read: 0, refused: 0 };
	const times = HEAVY.has(reader) ? runs(reader === 'heaps' ? 1 : 2, 40) : TIMES;
	for (let seed = SEED; seed < SEED + times; seed++) {
		try {
			counts[await runCase(reader, seed)]++;
		} catch (error) {
			throw new Error(`npm run fuzz -- --reader ${reader} --seed ${seed} --once`, { cause: error });
		}
	}
	// Changes that nothing survives, or everything, try nothing. Of few it may happen.
	if (HEAVY.has(reader) || counts.read + counts.refused < 20) return;
	expect(counts.read).toBeGreaterThan(0);
	expect(counts.refused).toBeGreaterThan(0);
});

test('every reader of the registry has inputs here', () => {
	const { importers, layouts, visibilities, tables, archives } = createRegistry();
	const readers = [...importers, ...layouts, ...visibilities, ...tables, ...archives].map(({ name }) => name);
	expect(readers.filter((name) => SUBJECTS[name] === undefined)).toEqual([]);
});

test('non-finite hooks and positions are reported, kept in walkmeshes, and 0 elsewhere', async () => {
	const hooks = { ...NO_HOOKS, relative1: [Number.NaN, 1, 2] as const };
	const position = [0, Number.POSITIVE_INFINITY, 0] as const;
	const bytes = writeWalkmesh({ ...floor(), kind: 'placeable', hooks, position });
	const convertTo = async (output: string): Promise<[bytes: Uint8Array, codes: string[]]> => {
		const { files, report } = await convertBytes(bytes, 'crate.pwk', output);
		return [files[0].bytes, report.findings.map(({ code }) => code)];
	};
	const [again, codes] = await convertTo('again.pwk');
	expect(again).toStrictEqual(bytes);
	expect(codes).toContain('BWM_HEADER_NOT_FINITE');
	const [glb] = await convertTo('crate.glb');
	expect(Buffer.from(glb).includes('null')).toBe(false);
	expect((await convertBytes(glb, 'crate.glb', 'back.pwk')).files[0].bytes).toStrictEqual(bytes);
	const text = Buffer.from((await convertTo('crate.pwk.ascii'))[0]).toString();
	expect(text).toMatch(/position 0(\.0)? 1/);
	expect(text).not.toMatch(/nan|inf/i);
});
