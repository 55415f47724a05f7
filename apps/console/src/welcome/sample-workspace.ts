/** Sample data have a workspace of their own, so that removing them touches nothing else. */
export const SAMPLE_WORKSPACE = 'sample-data'
