import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { depfile } from '../../builds/emit/rule-paths.ts';
import { writeAscii } from '../../exporters/ascii/write.ts';
import { writeObj } from '../../exporters/obj/write.ts';
import { configJson, configTemplate, type InitFacts } from '../../jobs/config/config-template.ts';
import { LEVEL_FILE_FINDINGS } from '../../jobs/files/level-findings.ts';
import { writeLyt, writeVis } from '../../level/formats/write.ts';
import { findingPins } from '../../pictures/svg/marks.ts';
import { absolutePath } from '../../pipeline/disk/identity.ts';
import { makeFinding, Report, UsageError } from '../../src/findings/report.ts';
import { K1 } from '../../src/model/surfaces.ts';
import { readXml } from '../exporters/svg/reading.ts';
import { HOSTILE_NAMES, MARK, STEERING } from '../support/hostile-names.ts';
import { pictureText } from '../support/svg.ts';
import { floor } from '../support/walkmeshes.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** The bytes, or undefined where the format has no way to hold the name and says so. */
function unlessRefused(write: () => Uint8Array): string | undefined {
	try {
		return text(write());
	} catch (error) {
		expect(error).toBeInstanceOf(UsageError);
		expect((error as Error).message).not.toMatch(STEERING);
		return undefined;
	}
}

describe.each(HOSTILE_NAMES)('a name with %s', (_, name) => {
	const facts: InitFacts = {
		input: `${name}.glb`,
		name,
		kind: 'scene-level',
		rooms: [name, 'b'],
		by: 'extras',
		folder: name,
		layout: `${name}.lyt`,
	};

	test.each(['scene-level', 'layout-level', 'conversion'] as const)('in the config of a %s does nothing', (kind) => {
		const config = configTemplate({ ...facts, kind }, false);
		expect(config).not.toMatch(STEERING);
		const global: Record<string, unknown> = {};
		const { targets } = runInNewContext(config.replace('export default', 'value ='), global) as {
			targets: Record<string, Record<string, unknown>>;
		};
		expect(Object.keys(global)).toStrictEqual(['value']);
		expect(Object.keys(targets)).toStrictEqual([name]);
		expect(targets[name][kind === 'conversion' ? 'input' : 'level']).toBe(facts.input);

		const typescript = configTemplate({ ...facts, kind }, true)
			.replace(/^import .*$/m, '')
			.replace('export default', '');
		const calls: unknown[] = [];
		const host: Record<string, unknown> = { defineConfig: (value: unknown) => calls.push(value) };
		runInNewContext(typescript, host);
		expect(calls.length).toBe(1);
		expect(host).not.toHaveProperty(MARK);

		const json = configJson({ ...facts, kind });
		expect(json).not.toMatch(STEERING);
		expect(Object.keys((JSON.parse(json) as { targets: object }).targets)).toStrictEqual([name]);
	});

	test('in a plan is text of well-formed XML', () => {
		const pins = findingPins([
			makeFinding(LEVEL_FILE_FINDINGS.LEVEL_FILE_NAME, { room: name, at: [1, 1, 0] }, { name }),
		]);
		const svg = pictureText([{ name, walkmesh: floor() }], K1, { title: name, pins });
		expect(() => readXml(svg)).not.toThrow();
		expect(svg).not.toMatch(STEERING);
		expect(svg).not.toMatch(/<script|<img/);
	});

	test('in texts of the game and in OBJ is no statement of its own', () => {
		const walkmesh = { ...floor(), name };
		const lines = (source: string | undefined): number => source?.split('\n').length ?? 0;
		const plain = { ...floor(), name: 'a' };
		const obj = (mesh: typeof plain, room: string): string =>
			text(writeObj([mesh], K1, { materialLibrary: `${room}.mtl`, roomNames: [room] }));
		expect(lines(obj(walkmesh, name))).toBe(lines(obj(plain, 'a')));
		expect(obj(walkmesh, name)).not.toMatch(STEERING);
		const ascii = (mesh: typeof plain): string => text(writeAscii([{ walkmesh: mesh }], {}, { report: new Report() }));
		expect(lines(ascii(walkmesh))).toBe(lines(ascii(plain)));
		expect(ascii(walkmesh)).not.toMatch(STEERING);
		const lyt = (model: string): Uint8Array =>
			writeLyt({ rooms: [{ model, position: [0, 0, 0] }], tracks: [], obstacles: [], doorHooks: [] });
		const vis = (room: string): Uint8Array => writeVis({ entries: [{ room, visible: [room] }] });
		for (const write of [lyt, vis]) {
			const written = unlessRefused(() => write(name));
			if (written !== undefined) expect(lines(written)).toBe(lines(text(write('a'))));
		}
	});

	test('in a dependency file stays on its line, or is refused', () => {
		const written = unlessRefused(() =>
			new TextEncoder().encode(depfile(['out'], [name.replaceAll('/', '_')], '/p', '/p')),
		);
		if (written !== undefined) expect(written.split('\n').length).toBe(3);
	});
});

test('a path of a megabyte is looked through once for names before `..`, which took hours', () => {
	for (const path of ['a', '/', 'a/', '../', 'a/.']) expect(absolutePath(path.repeat(20_000), '/')).toMatch(/^\//);
	expect(absolutePath('a'.repeat(1e6), '/')).toHaveLength(1e6 + 1);
});
