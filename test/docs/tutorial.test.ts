import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { BUILT_COMMAND } from '../support/built.ts';
import { ROOT, scratchFolder } from '../support/cli.ts';

const out = scratchFolder();

/** Blocks of the page in order: a shell's, and files that are to be saved under the name behind their language. */
const blocks = [
	...readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8').matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```/gm),
].map(([, language, file, text]) => ({ language, file, text }));

test.runIf(process.platform !== 'win32')(
	'the tutorial, to the letter, in an empty folder',
	() => {
		const [folder, bin] = [join(out, 'empty'), join(out, 'bin')];
		mkdirSync(folder);
		mkdirSync(bin);
		writeFileSync(join(bin, 'wokflow'), `#!/bin/sh\nexec "${process.execPath}" "${BUILT_COMMAND}" "$@"\n`);
		chmodSync(join(bin, 'wokflow'), 0o755);
		let printed = '';
		for (const { language, file, text } of blocks) {
			if (file !== undefined) writeFileSync(join(folder, file), text);
			if (language !== 'sh') continue;
			const { status, stdout, stderr } = spawnSync('sh', ['-e', '-c', text], {
				cwd: folder,
				encoding: 'utf8',
				env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` },
			});
			expect({ text, status, stderr: status === 0 ? '' : stderr }).toEqual({ text, status: 0, stderr: '' });
			expect(stderr).not.toMatch(/^\S*:? ?error:/m);
			printed += stdout + stderr;
		}
		expect(readdirSync(join(folder, 'Override')).sort()).toEqual([
			'outpost.lyt',
			'outpost.vis',
			'outpost_hall.wok',
			'outpost_way.wok',
		]);
		for (const name of readFileSync(join(ROOT, 'docs/tutorial.md'), 'utf8').match(
			/(?<=`)outpost[\w.]+\.(?:wok|lyt|vis|svg)(?=`)/g,
		) ?? [])
			expect(existsSync(join(folder, 'build', name)), name).toBe(true);
		expect(printed).toContain('outpost_hall ↔ outpost_way');
		expect(printed).toMatch(/arrive/i);
	},
	120_000,
);
