DROP TABLE key_check;
