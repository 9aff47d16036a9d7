// A test of a level: whoever moves a wall sees at once what people no longer reach. npx vitest run walkable.test.mjs
import { beforeAll, expect, test } from 'vitest';
import { K1 } from 'wokflow';
import { walkmeshFacts } from 'wokflow/check';
import { pipeline } from 'wokflow/node';
import { query } from 'wokflow/query';

let level;
beforeAll(async () => {
	const made = await pipeline().read('quay.glb').run('built/');
	expect(made.report.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
	({ level } = made);
});

test('one walks from the quay into the next room', () => {
	expect(query(level).walk([90, -130, 5], [92, -130, 5]).arrived).toBe(true);
});

test('each room has ground', () => {
	for (const { name, walkmesh } of level.rooms) {
		expect(walkmeshFacts(walkmesh, K1).walkableArea, name).toBeGreaterThan(10);
	}
});
