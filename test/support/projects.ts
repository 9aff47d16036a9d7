import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { Project, type RowRoom, row, rowGlb } from '../builds/support.ts';
import { type CliRun, FIXTURES, scratchFolder, wokflow } from './cli.ts';
import { smallQuayGlb, smallQuayLyt } from './small-quay.ts';

/** Makes projects for the tests of one file, each in a folder of its own below `folder`, removed at the end. */
export class Projects {
	readonly folder: string = scratchFolder();
	#count = 0;

	/** The fixture level with a config that builds it from its scene and from its rooms. */
	quay(): Project {
		const project = this.#project({
			scene: { level: 'quay.glb', out: 'scene', name: 'quay' },
			rooms: { level: 'quay.lyt', out: 'built', roomFolder: 'rooms' },
		});
		cpSync(join(FIXTURES, 'level'), project.folder, { recursive: true });
		return project;
	}

	/** The same with two of its rooms, which take a fifth of the time. */
	smallQuay(): Project {
		const project = this.quay();
		project.write('quay.glb', smallQuayGlb());
		project.write('quay.lyt', smallQuayLyt());
		return project;
	}

	/** A row of rooms in one scene. @param more keys of the target */
	row(rooms: readonly RowRoom[] = row(4), more: object = {}): Project {
		const project = this.#project({ row: { level: 'row.glb', out: 'out', ...more } });
		project.write('row.glb', rowGlb(rooms));
		return project;
	}

	#project(targets: object): Project {
		return new Project(join(this.folder, String(this.#count++)), { targets });
	}
}

/** Runs the command in the folder of a project. */
export function runIn(project: Project, ...args: readonly string[]): Promise<CliRun> {
	return wokflow(args, { cwd: project.folder });
}
