/** The folders of what is shipped, but for the page, which runs in a browser. */
export const PRODUCT_FOLDERS = [
	'builds',
	'check',
	'cli',
	'exporters',
	'game',
	'hosts',
	'importers',
	'jobs',
	'level',
	'pictures',
	'pipeline',
	'src',
] as const;
