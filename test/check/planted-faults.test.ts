import { expect, test } from 'vitest';
import { generator } from '../support/mutate.ts';
import { bad, check, cleanLevel, describe, FAULTS } from '../support/planted-faults.ts';
import { runs } from '../support/thorough.ts';

const SEED = Number(process.env['WOKFLOW_SEED'] ?? 20_261_122);

test('nothing is said of a clean level', async () => {
	for (let round = 0; round < runs(6, 60); round++) {
		const files = cleanLevel(generator(SEED + round));
		expect(bad(await check(files)).map(describe), `seed ${SEED + round}`).toStrictEqual([]);
	}
});

test.each(Object.entries(FAULTS))('%s is named once, where it is', async (_, plant) => {
	for (let round = 0; round < runs(4, 100); round++) {
		const random = generator(SEED + round);
		const files = cleanLevel(random);
		const planted = plant(files, random);
		if (planted === undefined) continue;
		const all = await check(files);
		const found = planted.note === true ? all.filter(({ code }) => planted.codes.includes(code)) : bad(all);
		const where = `seed ${SEED + round}:\n${all.map(describe).join('\n')}\n`;
		expect(found.length, where).toBe(1);
		const [{ code, location }] = found;
		expect(planted.codes, where).toContain(code);
		if (planted.room !== undefined) expect(location.room, where).toBe(files.layout.rooms[planted.room].model);
	}
});
