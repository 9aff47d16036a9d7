import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { BUILT_COMMAND } from '../support/built.ts';
import { FIXTURES, ROOT, scratchFolder } from '../support/cli.ts';
import { runProgram, serveCommand } from '../support/served-command.ts';
import { THOROUGH } from '../support/thorough.ts';

const out = scratchFolder();
/** A process for each command would take ten times as long. */
const served = THOROUGH ? undefined : serveCommand(join(out, 'served'));
afterAll(() => served?.close());

/** Blocks of the page in order: a shell's, and files that are to be saved under the name behind their language. */
const blocks = [
	...readFileSync(join(ROOT, 'docs/tutorial-blender.md'), 'utf8').matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```/gm),
].map(([, language, file, text]) => ({ language, file, text }));

test.runIf(process.platform !== 'win32')(
	'the tutorial, to the letter, in an empty folder',
	async () => {
		const [folder, bin] = [join(out, 'empty'), join(out, 'bin')];
		mkdirSync(folder);
		mkdirSync(bin);
		const command = served?.command ?? `"${process.execPath}" "${BUILT_COMMAND}"`;
		writeFileSync(join(bin, 'wokflow'), `#!/bin/sh\nexec ${command} "$@"\n`);
		chmodSync(join(bin, 'wokflow'), 0o755);
		copyFileSync(join(FIXTURES, 'blender/outpost.glb'), join(folder, 'outpost.glb'));
		let printed = '';
		for (const { language, file, text } of blocks) {
			if (file !== undefined) writeFileSync(join(folder, file), text);
			if (language !== 'sh') continue;
			const { status, stdout, stderr } = await runProgram('sh', ['-e', '-c', text], {
				cwd: folder,
				env: { PATH: `${bin}${delimiter}${process.env['PATH']}` },
			});
			expect({ text, status, stderr: status === 0 ? '' : stderr }).toEqual({ text, status: 0, stderr: '' });
			expect(stdout + stderr).not.toMatch(/^\S*:? ?error:/m);
			printed += stdout + stderr;
		}
		const page = readFileSync(join(ROOT, 'docs/tutorial-blender.md'), 'utf8');
		for (const name of page.match(/(?<=`)(?:outpost|gate|crate)\w*\.(?:wok|lyt|vis|svg|mod|dwk|pwk)(?=`)/g) ?? [])
			expect(existsSync(join(folder, 'build', name)), name).toBe(true);
		const { placements } = JSON.parse(readFileSync(join(folder, 'build/outpost.placements.json'), 'utf8'));
		expect(placements).toMatchObject([
			{ kind: 'door', model: 'gate', position: [6, 2, 0] },
			{ kind: 'placeable', model: 'crate', position: [1.5, 3, 0] },
		]);
		expect(printed).toContain('outpost_hall ↔ outpost_way');
		expect(printed).toMatch(/arrive/i);
	},
	120_000,
);
