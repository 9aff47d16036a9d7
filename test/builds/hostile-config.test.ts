import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { configFromValue, loadConfig, loadRecipeFile } from '../../builds/config/config.ts';
import { dataFault, LONGEST_TEXT, MOST_NESTING } from '../../src/text/quote.ts';
import { scratchFolder, wokflow } from '../support/cli.ts';

/** A config may come with a repository of somebody else's; what is wrong in it is reported, whatever it is. */
const out = scratchFolder();
const deep = (open: string, close: string): string => open.repeat(50_000) + close.repeat(50_000);

/** What the config in a file of this content is refused with. */
async function refusal(name: string, text: string): Promise<unknown> {
	writeFileSync(join(out, name), text);
	return loadConfig(join(out, name)).catch((error: unknown) => error);
}

describe('a config that is data', () => {
	test.each([
		['lists in lists', `{"targets":${deep('[', ']')}}`],
		['objects in objects', `{"targets":${deep('{"a":', '}').replace(':}', ':1}')}}`],
	])('of %s without end is refused', async (_, text) => {
		const told = (await refusal('deep.json', text)) as Error;
		expect([told.name, told.message]).toEqual([
			'UsageError',
			expect.stringContaining(`more than ${MOST_NESTING} deep`),
		]);
		await expect(loadRecipeFile(join(out, 'deep.json'))).rejects.toThrow('it is nested more than');
	});

	test('that names itself as a plugin, or another that does, is refused', async () => {
		writeFileSync(join(out, 'other.json'), '{"plugin":["./self.json"]}');
		const told = (await refusal('self.json', '{"plugin":["./other.json"],"targets":{}}')) as Error;
		expect([told.name, told.message]).toEqual(['UsageError', expect.stringContaining('names itself as a plugin')]);
	});

	test.each([
		['a path', (text: string) => ({ targets: { a: { input: text, output: 'a.wok' } } })],
		['a key', (text: string) => ({ targets: {}, [text]: 1 })],
	])(
		'with a text of a megabyte as %s is refused; looking for `..` or near names in it took minutes',
		async (_, made) => {
			const told = (length: number): Promise<unknown> => refusal('text.json', JSON.stringify(made('a'.repeat(length))));
			expect(((await told(LONGEST_TEXT + 1)) as Error).message).toContain('a text of 32768 characters; 32767 at most');
			expect(((await told(LONGEST_TEXT)) as Error).message ?? '').not.toContain('at most');
		},
	);

	test('with thousands of faults is refused with the first of them', async () => {
		const keys = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`key${i}`, 1]));
		const lines = ((await refusal('keys.json', JSON.stringify({ targets: {}, ...keys }))) as Error).message.split('\n');
		expect(lines).toHaveLength(51);
		expect(lines[50]).toMatch(/keys\.json: and more$/);
		const few = JSON.stringify({ targets: {}, ...Object.fromEntries(Object.entries(keys).slice(0, 50)) });
		expect(((await refusal('keys.json', few)) as Error).message.split('\n')).toHaveLength(50);
	});

	test('and names a target that no file can be called after is refused', async () => {
		const target = { level: 'a.glb', out: 'out' };
		const told = await refusal('long.json', JSON.stringify({ targets: { ['x'.repeat(101)]: target } }));
		expect((told as Error).message).toContain('at most 100 of them');
		expect(await refusal('100.json', JSON.stringify({ targets: { ['x'.repeat(100)]: target } }))).toHaveProperty(
			'config',
		);
	});
});

test.each([
	['throw undefined', 'it threw undefined'],
	['throw "a text"', 'it threw a text'],
	['throw new Proxy({}, { get() { throw 1; } })', 'it threw something that is no error'],
	['export default { get targets() { throw new Error("a getter"); } }', 'a getter'],
	['export default new Proxy({}, { ownKeys() { throw new Error("keys"); } })', 'keys'],
	['export default Promise.reject(null)', 'it threw null'],
	['const a = { targets: {} }; a.targets.a = a; export default a', 'in a circle'],
])('a config that is a program and says %s is reported as that', async (text, message) => {
	const told = (await refusal(`program-${text.length}.mjs`, text)) as Error;
	expect([told.name, told.message]).toEqual(['UsageError', expect.stringContaining(message)]);
});

test('a value that lies in a circle is refused, one that many share is not', async () => {
	const step: Record<string, unknown> = { name: 'weld' };
	step['self'] = step;
	await expect(configFromValue({ targets: { a: { recipe: [step] } } }, out)).rejects.toThrow('in a circle');
	let shared: object = {};
	for (let i = 0; i < MOST_NESTING - 1; i++) shared = { a: shared, b: shared };
	expect([dataFault(shared), dataFault({ shared })]).toEqual([undefined, expect.stringContaining('nested')]);
});

test('a plan of rooms in lists without end is refused', async () => {
	writeFileSync(join(out, 'plan.json'), `{"rooms":${deep('[', ']')}}`);
	const { code, stderr } = await wokflow(['assemble', 'plan.json', 'level'], { cwd: out });
	expect([code, stderr]).toEqual([2, expect.stringContaining('plan.json: it is nested more than')]);
});

test.skipIf(process.platform === 'win32')('a device that does not end is not read to its end', async () => {
	const { code, stderr } = await wokflow(['inspect', '/dev/zero']);
	expect([code, stderr]).toEqual([3, expect.stringContaining('it is a device that does not end')]);
});
