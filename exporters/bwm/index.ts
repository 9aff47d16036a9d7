import { type BwmFile, TYPE_AREA } from '../../src/bwm/bwm-file.ts';
import { deriveSteps, TREE_OPTIONS } from '../../src/bwm/derive.ts';
import { flag, type GivenOf, given } from '../../src/findings/options.ts';
import { defineFindings } from '../../src/findings/report.ts';
import { inTurns } from '../../src/findings/turns.ts';
import type { Exporter, LoadedWalkmesh, WriteContext } from '../../src/formats/contracts.ts';
import { locationOf, WALKMESH_EXTENSIONS } from '../../src/model/walkmesh.ts';
import { encodeBwm } from './encode.ts';

export const BWM_WRITE_OPTIONS = {
	...TREE_OPTIONS,
	rebuild: flag('Derive every table again, for walkmeshes that would be copied otherwise.', false),
};

/** Findings of writing a binary walkmesh. */
const BWM_WRITE_FINDINGS = defineFindings({
	TREE_COPIED: {
		severity: 'warning',
		meaning:
			'The walkmesh is copied with all of its tables, its tree included, as nothing was changed. Another kind of tree is only made when tables are derived.',
		message: (d: { tree: string }): string =>
			`The AABB tree is copied as it is, so the option tree (${d.tree}) has no effect.`,
		help: 'Derive the tables again to build another tree.',
		actions: () => [{ option: 'rebuild' }],
	},
});

export const bwmExporter: Exporter<typeof BWM_WRITE_OPTIONS> = {
	name: 'bwm',
	summary: 'binary walkmesh of the game',
	extensions: Object.values(WALKMESH_EXTENSIONS),
	holds: 'walkmesh',
	options: BWM_WRITE_OPTIONS,
	findings: BWM_WRITE_FINDINGS,
	async write([loaded], options, context) {
		return encodeBwm(await toBwmFile(loaded, options, context));
	},
};

/** The tables to write: those of the input file if they still match the walkmesh, otherwise newly derived ones. */
export async function toBwmFile(
	{ file, walkmesh, tree, adjacency, perimeters }: LoadedWalkmesh,
	options: GivenOf<typeof BWM_WRITE_OPTIONS>,
	{ surfaces, report, signal }: Pick<WriteContext, 'surfaces' | 'report' | 'signal'>,
): Promise<BwmFile> {
	const { rebuild = false } = options;
	const keepsFile = file !== undefined && !rebuild && (file.type === TYPE_AREA) === (walkmesh.kind === 'area');
	const keepsTree = keepsFile ? file.aabb.nodeCount > 0 : tree !== undefined && !rebuild;
	if (keepsTree && options.tree !== undefined) {
		report.add(BWM_WRITE_FINDINGS.TREE_COPIED, locationOf(walkmesh), { tree: options.tree });
	}
	if (keepsFile) return file;
	const known = {
		...(tree === undefined || rebuild ? {} : { keptTree: tree }),
		...(adjacency === undefined ? {} : { adjacency }),
		...(perimeters === undefined ? {} : { perimeters }),
	};
	return inTurns(deriveSteps(walkmesh, surfaces, report, { ...given(TREE_OPTIONS, options), ...known }), signal);
}
