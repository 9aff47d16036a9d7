import { expect, test } from 'vitest';
import { createRegistry } from '../../../jobs/default-registry.ts';

test('a built-in stage is found by its name', () => {
	const registry = createRegistry();
	for (const stage of registry.stages) expect(registry.stage(stage.stageName)).toBe(stage);
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
