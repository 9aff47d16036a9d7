import { expect, test } from 'vitest';
import { createRegistry } from '../../../jobs/default-registry.ts';
import { STAGES } from '../../../pipeline/stages/stages.ts';

test('a built-in stage is listed under its own name, and found by it', () => {
	const registry = createRegistry();
	for (const [name, stage] of Object.entries(STAGES)) {
		expect(stage().stageName).toBe(name);
		expect(registry.stage(name)).toBe(stage());
	}
	expect(registry.stages).toEqual(Object.values(STAGES).map((stage) => stage()));
});

test('one that was added stands in the place of the one with its name', () => {
	const registry = createRegistry();
	const other = Object.assign((() => undefined) as never, { stageName: 'weld', subject: 'walkmesh', options: {} });
	registry.add({ stages: [other] });
	expect(registry.stage('weld')).toBe(other);
	expect(registry.stages.filter(({ stageName }) => stageName === 'weld')).toEqual([other]);
	expect(registry.stages.length).toBe(createRegistry().stages.length);
	expect(() => registry.stage('toString')).toThrow('There is no stage "toString"');
});
