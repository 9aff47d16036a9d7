import { dirname } from 'node:path';
import { MODULE_OPTIONS } from '../../game/area/module-options.ts';
import type { LevelTarget } from '../../jobs/config/config.ts';
import { moduleFileNames, moduleFiles } from '../../jobs/level/module.ts';
import { writeLyt } from '../../level/formats/write-lyt.ts';
import { given } from '../../src/findings/options.ts';
import type { OutputFile } from '../../src/formats/sources.ts';
import { slashed } from '../../src/text/paths.ts';
import { outputPath } from '../config/targets.ts';
import { capturing, settle } from './capture.ts';
import { finished, readJoined, visibilityFile } from './finish.ts';
import { type LayoutPack, PACKS, packsIn } from './packs.ts';
import type { StepIo } from './step.ts';

/** The files of a target's module, in the order they are made; empty for a target without a module. */
export function modulePaths(target: LevelTarget, { name }: Pick<LayoutPack, 'name'>): string[] {
	if (target.module === undefined) return [];
	return moduleFileNames(name, target.module).map((file) => outputPath(target.out, file));
}

/** Makes the module of a level from its finished walkmeshes and the files in the folder for its module. */
export async function moduleStep([options, folder, found, deps]: readonly string[], io: StepIo): Promise<void> {
	const at = packsIn(dirname(options));
	const { target, surfaces } = await io.read('moduleOptions', options);
	const { name, layout } = await io.read('layout', at(PACKS.layout));
	const joined = await io.read('joined', at(PACKS.joined));
	const files: OutputFile[] = [];
	for (const { stem, output } of finished(joined))
		files.push({ path: output, bytes: await io.read('walkmesh', at(PACKS.walkmesh(stem))) });
	const layoutFile = writeLyt(layout);
	files.push({ path: `${name}.lyt`, bytes: layoutFile });
	files.push({ path: `${name}.vis`, bytes: visibilityFile({ name, layout }, joined, target) });
	const parts =
		target.moduleFolder === undefined ? undefined : await io.inputs.parts(slashed(target.moduleFolder), io.report);
	const level = await readJoined({ name, layout }, joined, at, io);
	const outcome = await capturing((report) =>
		moduleFiles(level, files, '', given(MODULE_OPTIONS, target), parts, { surfaces: surfaces.table, report }),
	);
	const made = settle(outcome, io.report);
	io.write('module', found, outcome.captured);
	for (const { path, bytes } of made) io.output(outputPath(folder, path), bytes);
	io.depfile(deps, outputPath(folder, made[0].path));
}
