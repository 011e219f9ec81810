DROP TABLE unfinished_copy;
